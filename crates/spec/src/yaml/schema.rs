//! The core schema of YAML 1.2: which plain texts are no strings.

use super::Kind;

/// The type of an untagged plain scalar.
pub(super) fn resolve(text: &str) -> Kind {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Kind::Null,
        "true" | "True" | "TRUE" => Kind::Boolean(true),
        "false" | "False" | "FALSE" => Kind::Boolean(false),
        _ => match integer(text) {
            Some(number) => Kind::Integer(number),
            None if float(text) => Kind::Float,
            None => Kind::Text,
        },
    }
}

/// The value of an integer in decimal, octal (`0o17`) or hexadecimal (`0x1f`) spelling.
pub(super) fn integer(text: &str) -> Option<i64> {
    if let Some(digits) = text.strip_prefix("0o") {
        return radix(digits, 8, false);
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return radix(digits, 16, false);
    }
    match text.strip_prefix('-') {
        Some(digits) => radix(digits, 10, true),
        None => radix(text.strip_prefix('+').unwrap_or(text), 10, false),
    }
}

fn radix(digits: &str, radix: u32, negative: bool) -> Option<i64> {
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return None;
    }
    Some(match i64::from_str_radix(digits, radix) {
        Ok(number) if negative => number.checked_neg().unwrap_or(i64::MIN),
        Ok(number) => number,
        // All digits are valid, so the number is only too large: hold it at the border.
        Err(_) if negative => i64::MIN,
        Err(_) => i64::MAX,
    })
}

/// Whether the text is a floating-point number.
pub(super) fn float(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let mantissa_fits = match mantissa.split_once('.') {
        Some((whole, fraction)) => {
            digits(whole) && digits(fraction) && !(whole.is_empty() && fraction.is_empty())
        }
        None => digits(mantissa) && !mantissa.is_empty(),
    };
    let exponent_fits = exponent.is_none_or(|exponent| {
        let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        !exponent.is_empty() && digits(exponent)
    });
    mantissa_fits && exponent_fits
}
