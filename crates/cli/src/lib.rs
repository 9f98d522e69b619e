//! The command line: msd-tools, roundfix, cairn.
