//! Test support: the acceptance case runner, scenario builders, a frozen environment.
