//! The text of an assembler file, taken apart: functions, and where its panics are in the source.

use std::collections::HashMap;

use super::instruction::Instruction;

/// An assembler file.
pub struct Listing<'a> {
    pub functions: Vec<Function<'a>>,
    /// What stands behind each label: the directives that write data.
    data: HashMap<&'a str, Vec<(&'a str, &'a str)>>,
}

/// A function: its name as in the source, and its lines.
pub struct Function<'a> {
    pub name: String,
    pub lines: Vec<Line<'a>>,
}

/// A line of a function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Line<'a> {
    Label(&'a str),
    Instruction(Instruction<'a>),
}

/// Directives that write what a panic's place in the source is made of.
const DATA: [&str; 4] = [".quad", ".asciz", ".ascii", ".string"];

impl<'a> Listing<'a> {
    /// Reads an assembler file in Intel's syntax.
    pub fn parse(text: &'a str) -> Self {
        let mut listing = Self { functions: Vec::new(), data: HashMap::new() };
        let mut label = "";
        for line in text.lines() {
            if let Some(name) = line.strip_suffix(':').filter(|line| !line.starts_with(char::is_whitespace)) {
                label = name;
                let is_local = name.starts_with(".L") || name.starts_with('L');
                match listing.functions.last_mut() {
                    Some(function) if is_local => function.lines.push(Line::Label(name)),
                    _ => listing.functions.push(Function { name: demangled(name), lines: Vec::new() }),
                }
                continue;
            }
            let line = line.trim();
            if line.starts_with('.') {
                let (directive, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
                if DATA.contains(&directive) {
                    listing.data.entry(label).or_default().push((directive, value));
                }
            } else if let (false, Some(function)) = (line.is_empty(), listing.functions.last_mut()) {
                function.lines.push(Line::Instruction(Instruction::parse(line)));
            }
        }
        listing
    }

    /// The place in the source that a label's data describe: `file:line:column`, where they do.
    pub fn place(&self, label: &str) -> Option<String> {
        let [(".quad", file), (_, rest)] = self.data.get(label)?.as_slice() else { return None };
        let (_, path) = self.data.get(file)?.first()?;
        let bytes = unescaped(rest);
        let number = |at: usize| {
            // A string's last zero is not written where the directive adds it.
            let byte = |k: usize| bytes.get(at + k).copied().unwrap_or(0);
            u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)])
        };
        let path = String::from_utf8(unescaped(path)).ok()?;
        Some(format!("{}:{}:{}", path.trim_end_matches('\0'), number(8), number(12)))
    }
}

impl<'a> Line<'a> {
    pub fn instruction(&self) -> Option<&Instruction<'a>> {
        match self {
            Self::Instruction(instruction) => Some(instruction),
            Self::Label(_) => None,
        }
    }
}

impl Function<'_> {
    /// The register that addresses the stack besides `rsp`, if the function has one.
    pub fn frame(&self) -> Option<&'static str> {
        let sets_up = |i: &Instruction| *i == Instruction { mnemonic: "mov", operands: "rbp, rsp" };
        self.lines.iter().filter_map(Line::instruction).any(sets_up).then_some("rbp")
    }
}

/// A symbol as a name of the source, without hashes.
pub fn demangled(symbol: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(symbol))
}

/// The bytes of a quoted string.
fn unescaped(quoted: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = quoted.trim().trim_start_matches('"').bytes().peekable();
    while let Some(byte) = rest.next() {
        match byte {
            b'"' => break,
            b'\\' => {
                let mut octal = 0_u32;
                let mut digits = 0;
                while digits < 3 && rest.peek().is_some_and(|byte| (b'0'..b'8').contains(byte)) {
                    octal = octal * 8 + u32::from(rest.next().unwrap_or(b'0') - b'0');
                    digits += 1;
                }
                let other = |byte| match byte {
                    b'n' => b'\n',
                    b't' => b'\t',
                    b'r' => b'\r',
                    b'b' => 8,
                    b'f' => 12,
                    other => other,
                };
                bytes.push(if digits > 0 { octal as u8 } else { other(rest.next().unwrap_or(b'\\')) });
            }
            _ => bytes.push(byte),
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
	.section	.text
_RNvCs1234_4demo4main:
	.cfi_startproc
	mov	rbp, rsp
.LBB0_1:
	ret
	.cfi_endproc
.Lanon.7.5:
	.asciz	"crates/soa/src/rows.rs"
.Lanon.7.6:
	.quad	.Lanon.7.5
	.asciz	"\026\000\000\000\000\000\000\000~\001\000\000\r\000\000"
"#;

    #[test]
    fn a_function_is_named_and_holds_instructions_and_labels() {
        let listing = Listing::parse(TEXT);
        let function = &listing.functions[0];
        assert_eq!(function.name, "demo::main");
        assert_eq!(function.lines.first(), Some(&Line::Instruction(Instruction::parse("mov rbp, rsp"))));
        assert_eq!(function.lines[1], Line::Label(".LBB0_1"));
        assert_eq!(function.frame(), Some("rbp"));
    }

    #[test]
    fn a_panic_knows_its_place_in_the_source() {
        let listing = Listing::parse(TEXT);
        assert_eq!(listing.place(".Lanon.7.6").as_deref(), Some("crates/soa/src/rows.rs:382:13"));
        assert_eq!(listing.place(".Lanon.7.5"), None);
        assert_eq!(listing.place(".LBB0_1"), None);
    }
}
