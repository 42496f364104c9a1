//! One instruction in Intel's syntax, and what it counts as.

/// An instruction as the compiler has written it: the destination is the first operand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instruction<'a> {
    /// `vmulps`
    pub mnemonic: &'a str,
    /// `zmm0, zmm1, zmmword ptr [rdi + 4*rax]`
    pub operands: &'a str,
}

/// What an instruction counts as; one may count as several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    Add,
    Multiply,
    Divide,
    Root,
    MinMax,
    Compare,
    Select,
    Logic,
    /// Works on mask registers, or makes bits of a vector mask.
    Mask,
    /// Copies a vector register.
    Move,
    /// Any other work on vector registers: shuffles, conversions, broadcasts.
    Other,
    /// Reads a vector from memory that is neither the stack nor constant: a column.
    Load,
    /// Writes a vector to such memory.
    Store,
    /// Reads a constant of the program.
    Constant,
    /// Writes a vector or mask register to the stack.
    Spill,
    /// Reads one from the stack.
    Reload,
    /// Reads or writes an integer register's value on the stack: a column's address, mostly.
    Pointer,
    Branch,
    Call,
}

impl Class {
    /// Whether this is what kernels are made of.
    pub fn is_arithmetic(self) -> bool {
        self <= Self::Logic
    }
}

/// Where a memory operand points.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Stack,
    Constant,
    Elsewhere,
}

impl<'a> Instruction<'a> {
    /// Reads the text of a line.
    pub fn parse(line: &'a str) -> Self {
        let line = line.split('#').next().unwrap_or_default().trim();
        let (mnemonic, operands) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Self { mnemonic, operands: operands.trim_start() }
    }

    fn operand_list(&self) -> impl Iterator<Item = &'a str> {
        self.operands.split(',').map(str::trim)
    }

    pub fn is_call(&self) -> bool {
        self.mnemonic.starts_with("call")
    }

    /// Whether this may continue elsewhere than at the next instruction.
    pub fn is_jump(&self) -> bool {
        self.mnemonic.starts_with('j')
    }

    /// Whether the next instruction is not where this continues.
    pub fn is_end(&self) -> bool {
        matches!(self.mnemonic, "jmp" | "ret" | "ud2")
    }

    /// The symbol or label that a jump or call names, without what the linker is told about it.
    pub fn target(&self) -> &'a str {
        let target = self.operands.rsplit(['[', '+']).next().unwrap_or_default();
        target.trim().trim_end_matches(']').split('@').next().unwrap_or_default()
    }

    /// The registers of the memory operand, and what each is multiplied by.
    pub fn address(&self) -> impl Iterator<Item = (&'a str, i64)> {
        let inside = self.operands.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
        let terms = inside.map_or("", |(inside, _)| inside).split(['+', '-']).map(str::trim);
        terms.map(|term| match term.split_once('*') {
            Some((scale, register)) => (register, scale.parse().unwrap_or(1)),
            None => (term, 1),
        })
    }

    /// The register that this adds a constant to, and the constant.
    pub fn step(&self) -> Option<(&'a str, i64)> {
        let (register, amount) = self.operands.split_once(", ").unwrap_or((self.operands, "1"));
        let amount: i64 = amount.parse().ok()?;
        match self.mnemonic {
            "add" | "inc" => Some((register, amount)),
            "sub" | "dec" => Some((register, -amount)),
            _ => None,
        }
    }

    /// All that this counts as, on a stack that `frame` addresses if it is given, and `rsp`.
    pub fn classes(&self, frame: Option<&str>) -> Vec<Class> {
        let mut classes = Vec::new();
        if self.is_call() {
            return vec![Class::Call];
        }
        if self.is_jump() {
            return vec![Class::Branch];
        }
        let wide = self.operand_list().any(|operand| is_vector(operand) || is_mask(operand));
        let memory = self.memory(frame);
        if wide {
            classes.extend(self.work(memory.is_some()));
        }
        match memory {
            Some((Place::Stack, _)) if !wide => classes.push(Class::Pointer),
            Some((Place::Stack, true)) => classes.push(Class::Spill),
            Some((Place::Stack, false)) => classes.push(Class::Reload),
            Some((Place::Constant, _)) if wide => classes.push(Class::Constant),
            // Bits of hits leave by a mask register: they are counted as masks.
            Some((Place::Elsewhere, true)) if self.operand_list().any(is_vector) => {
                classes.push(Class::Store);
            }
            Some((Place::Elsewhere, false)) if wide => classes.push(Class::Load),
            _ => {}
        }
        classes
    }

    /// The memory that this reads, or writes (true).
    fn memory(&self, frame: Option<&str>) -> Option<(Place, bool)> {
        if matches!(self.mnemonic, "lea" | "nop") {
            return None;
        }
        let number = self.operand_list().position(|operand| operand.contains('['))?;
        let place = |(register, _)| match register {
            "rsp" => Some(Place::Stack),
            "rip" => Some(Place::Constant),
            _ if Some(register) == frame => Some(Place::Stack),
            _ => None,
        };
        let place = self.address().find_map(place).unwrap_or(Place::Elsewhere);
        let only_reads = ["cmp", "test"].contains(&self.mnemonic);
        Some((place, number == 0 && !only_reads))
    }

    /// What this does with vector or mask registers; none if it only reads or writes memory.
    fn work(&self, memory: bool) -> Option<Class> {
        let name = self.mnemonic.strip_prefix('v').unwrap_or(self.mnemonic);
        let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
        let to_bits = ["movmsk", "pmovmsk", "packss", "packus", "pmovd2m", "pmovb2m", "pmovm2"];
        let is_mask_move = name.starts_with("kmov");
        if starts(&to_bits) || (name.starts_with('k') && !(is_mask_move && memory)) {
            Some(Class::Mask)
        } else if is_mask_move {
            // Bits of hits that are written, or a mask that waits on the stack.
            None
        } else if starts(&["mov"]) {
            let masked = self.operands.contains("{k");
            if masked { Some(Class::Select) } else { (!memory).then_some(Class::Move) }
        } else if starts(&["add", "sub", "padd", "psub"]) {
            Some(Class::Add)
        } else if starts(&["mul", "pmul"]) {
            Some(Class::Multiply)
        } else if starts(&["div"]) {
            Some(Class::Divide)
        } else if starts(&["sqrt"]) {
            Some(Class::Root)
        } else if starts(&["min", "max", "pmin", "pmax"]) {
            Some(Class::MinMax)
        } else if starts(&["cmp", "pcmp", "ptestm", "ptestnm", "comi", "ucomi"]) {
            Some(Class::Compare)
        } else if starts(&["blend", "pblend"]) {
            Some(Class::Select)
        } else if starts(&["and", "or", "xor", "pand", "por", "pxor", "pternlog"]) {
            Some(Class::Logic)
        } else if starts(&["broadcast", "pbroadcast"]) && memory {
            None
        } else {
            Some(Class::Other)
        }
    }
}

fn is_vector(operand: &str) -> bool {
    let rest = ["xmm", "ymm", "zmm"].iter().find_map(|kind| operand.strip_prefix(kind));
    rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn is_mask(operand: &str) -> bool {
    operand.strip_prefix('k').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::Class::{
        Add, Branch, Call, Compare, Constant, Load, Logic, Mask, MinMax, Move, Multiply, Other, Pointer,
        Reload, Select, Spill, Store,
    };
    use super::*;

    fn classes(line: &str) -> Vec<Class> {
        Instruction::parse(line).classes(Some("rbp"))
    }

    #[test]
    fn arithmetic_is_classed_at_every_level() {
        for (line, class) in [
            ("vaddps\tzmm1, zmm2, zmm4", Add),
            ("subps\txmm1, xmm2", Add),
            ("vmulps\tymm12, ymm19, ymm11", Multiply),
            ("vdivps zmm3, zmm3, zmm4", Class::Divide),
            ("sqrtps xmm0, xmm0", Class::Root),
            ("maxps xmm0, xmm1", MinMax),
            ("vcmplt_oqps k1 {k2}, zmm0, zmm11", Compare),
            ("cmpleps xmm0, xmm1", Compare),
            ("vpcmpgtd ymm1, ymm2, ymm3", Compare),
            ("vblendvps ymm1, ymm2, ymm3, ymm4", Select),
            ("vblendmps zmm1 {k1}, zmm2, zmm3", Select),
            ("vmovaps zmm11 {k5}, zmm15", Select),
            ("andnps xmm0, xmm1", Logic),
            ("vpternlogd zmm0, zmm1, zmm2, 202", Logic),
            ("kandnw k0, k1, k2", Mask),
            ("kmovd eax, k0", Mask),
            ("vmovmskps eax, ymm0", Mask),
            ("packssdw xmm0, xmm1", Mask),
            ("movaps xmm0, xmm1", Move),
            ("vpermps zmm0, zmm1, zmm2", Other),
            ("vbroadcastss zmm0, xmm1", Other),
        ] {
            assert_eq!(classes(line), [class], "{line}");
        }
    }

    #[test]
    fn memory_is_told_apart_by_its_address() {
        for (line, expected) in [
            ("vmovups\tzmm2, zmmword ptr [rax + rbx]", &[Load][..]),
            ("vaddps ymm0, ymm1, ymmword ptr [r8 + 4*rbx]", &[Add, Load]),
            ("movups xmmword ptr [rdi + rax + 16], xmm0", &[Store]),
            ("vmulps zmm0, zmm1, dword ptr [rip + .LCPI1_0]{1to16}", &[Multiply, Constant]),
            ("vbroadcastss ymm0, dword ptr [rip + .LCPI1_0]", &[Constant]),
            ("vmovaps ymmword ptr [rsp + 32], ymm4", &[Spill]),
            ("vmovaps ymm4, ymmword ptr [rsp + 32]", &[Reload]),
            ("vsubps ymm4, ymm1, ymmword ptr [rbp - 64]", &[Add, Reload]),
            ("kmovw word ptr [rsp + 6], k1", &[Spill]),
            ("kmovw k1, word ptr [rsp + 6]", &[Reload]),
            ("kmovw word ptr [r14 + r13], k0", &[]),
            ("mov rax, qword ptr [rsp + 8]", &[Pointer]),
            ("mov byte ptr [rdi + rax], cl", &[]),
            ("lea rdi, [rsp + 64]", &[]),
        ] {
            assert_eq!(classes(line), expected, "{line}");
        }
        let column = Instruction::parse("vmovups ymm4, ymmword ptr [rbp + rax]");
        assert_eq!(column.classes(None), [Load], "rbp holds no frame here");
    }

    #[test]
    fn addresses_and_steps_are_read() {
        let address = |line| Instruction::parse(line).address().collect::<Vec<_>>();
        assert_eq!(
            address("vmovups ymm1, ymmword ptr [rcx + 4*rax + 32]"),
            [("rcx", 1), ("rax", 4), ("32", 1)]
        );
        let step = |line| Instruction::parse(line).step();
        assert_eq!(step("add rax, 16"), Some(("rax", 16)));
        assert_eq!(step("dec r15"), Some(("r15", -1)));
        assert_eq!(step("add rdx, r12"), None);
        assert_eq!(step("vaddps ymm0, ymm1, ymm2"), None);
    }

    #[test]
    fn jumps_and_calls_name_their_targets() {
        let call = Instruction::parse("\tcall\tqword ptr [rip + memcpy@GOTPCREL]");
        assert_eq!((call.target(), call.classes(None)), ("memcpy", vec![Call]));
        assert_eq!(Instruction::parse("call f@PLT").target(), "f");
        let jump = Instruction::parse("\tjne\t.LBB197_12 # again");
        assert_eq!((jump.target(), jump.classes(None)), (".LBB197_12", vec![Branch]));
        assert!(!jump.is_end() && Instruction::parse("ret").is_end());
    }
}
