//! What a decision is: a plan of file changes, a refusal, a receipt.
