//! Country codes.

use std::fmt;

/// An ISO 3166-1 alpha-2 country code, or `XK` for Kosovo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code([u8; 2]);

impl Code {
    /// None unless these are two capital letters.
    pub const fn new(text: &str) -> Option<Self> {
        match *text.as_bytes() {
            [a, b] if a.is_ascii_uppercase() && b.is_ascii_uppercase() => Some(Self([a, b])),
            _ => None,
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&letter| write!(f, "{}", char::from(letter)))
    }
}
