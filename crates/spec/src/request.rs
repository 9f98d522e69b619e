//! What was asked for, checked as far as words go (roundfix 3.1).

/// A word of the command line that is no usable value: a usage error.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UsageError {
    /// A text that is blank.
    #[error("`{flag}` needs a text")]
    Blank {
        /// The flag.
        flag: &'static str,
    },
    /// A text with a control character other than line feed and tab.
    #[error("`{flag}` holds the control character U+{code:04X}")]
    Control {
        /// The flag.
        flag: &'static str,
        /// The character.
        code: u32,
    },
    /// A pull request that is no number from 1.
    #[error("`{flag}` needs a number from 1, not `{value}`")]
    Number {
        /// The flag.
        flag: &'static str,
        /// What was given.
        value: String,
    },
}

/// A free text such as `--reason`: trimmed, with text, without control characters but line feed and tab (D7).
///
/// # Errors
/// A usage error that names the flag.
pub fn free_text(flag: &'static str, value: &str) -> Result<String, UsageError> {
    let text = value.trim();
    if text.is_empty() {
        return Err(UsageError::Blank { flag });
    }
    match text.chars().find(|one| one.is_control() && !matches!(one, '\n' | '\t')) {
        Some(character) => Err(UsageError::Control { flag, code: u32::from(character) }),
        None => Ok(text.to_owned()),
    }
}

/// The number of a pull request.
///
/// # Errors
/// A usage error that names the flag.
pub fn pull_request(flag: &'static str, value: &str) -> Result<u64, UsageError> {
    let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    match value.parse::<u64>() {
        Ok(number) if digits && number > 0 => Ok(number),
        _ => Err(UsageError::Number { flag, value: value.to_owned() }),
    }
}

/// `roundfix archive`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ArchiveRequest {
    /// `--promote`, as typed, relative to the Spec folder.
    pub promote: Vec<String>,
    /// `--qa-override` with its two texts.
    pub qa_override: Option<OverrideRequest>,
    /// `--pull-request`.
    pub pull_request: Option<u64>,
    /// `--commit`.
    pub commit: bool,
}

/// The texts of a QA Archive Override.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverrideRequest {
    /// `--approval`, trimmed.
    pub approval: String,
    /// `--reason`, trimmed.
    pub reason: String,
}

/// `roundfix cancel`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CancelRequest {
    /// `--reason`, trimmed.
    pub reason: String,
    /// `--pull-request`.
    pub pull_request: Option<u64>,
    /// `--commit`.
    pub commit: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A-52, archive-120, archive-232: texts.
    #[test]
    fn texts() {
        assert_eq!(free_text("--reason", "  a\n\tb ").unwrap(), "a\n\tb");
        assert_eq!(free_text("--reason", " \n").unwrap_err().to_string(), "`--reason` needs a text");
        let error = free_text("--reason", "a\u{1b}b").unwrap_err();
        assert_eq!(error.to_string(), "`--reason` holds the control character U+001B");
        assert!(free_text("--reason", "a\rb").is_err());
    }

    /// `--pull-request N`.
    #[test]
    fn numbers() {
        assert_eq!(pull_request("--pull-request", "7"), Ok(7));
        for value in ["", "0", "x7", "+7", "-1", "7 ", "99999999999999999999", "７"] {
            assert!(pull_request("--pull-request", value).is_err(), "{value}");
        }
    }
}
