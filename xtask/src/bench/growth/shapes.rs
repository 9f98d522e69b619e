//! Inputs of any size that make careless parsers slow: many of one thing, one thing in another, one long line.

/// An input of about so many bytes.
pub(super) type Shape = fn(usize) -> Vec<u8>;

/// `piece` again and again.
pub(super) fn repeated(piece: &str, size: usize) -> String {
    piece.repeat(size / piece.len())
}

/// Numbered pieces: `piece` gets the number.
pub(super) fn numbered(size: usize, piece: impl Fn(usize) -> String) -> String {
    let mut text = String::with_capacity(size);
    for number in 1.. {
        if text.len() >= size {
            break;
        }
        text += &piece(number);
    }
    text
}

/// A document with frontmatter and `body`.
pub(super) fn document(head: &str, body: &str) -> Vec<u8> {
    format!("---\n{head}---\n\n{body}").into_bytes()
}

/// A shape that is one piece repeated.
macro_rules! many {
    ($piece:expr) => {
        |size| crate::bench::growth::shapes::repeated($piece, size).into_bytes()
    };
}

/// A shape that is a numbered piece repeated.
macro_rules! counted {
    ($($format:tt)*) => {
        |size| {
            crate::bench::growth::shapes::numbered(size, |number| format!($($format)*, number = number)).into_bytes()
        }
    };
}

pub(super) use {counted, many};
