//! The code with every change in it, each behind a switch. All of it is done by inserting: the text that was there stays, so that one
//! change may stand inside another.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};

use crate::changes::{Change, Genre};

/// A file with its switches.
#[derive(Default)]
pub(crate) struct Switched {
    pub(crate) text: String,
    /// Which part of the text belongs to the change of this number alone.
    pub(crate) own: Vec<(Range<usize>, usize)>,
    /// The part of the text that the change stands in, switches included.
    pub(crate) around: Vec<(Range<usize>, usize)>,
    /// Changes that no switch could be made for, and why.
    pub(crate) unmade: Vec<(usize, &'static str)>,
}

/// Why a change is no Rust.
const CHAINED: &str = "only `&&` stands beside a `let`";
/// Why a change is not tried here.
const NOT_FOUND: &str = "no switch: the place was not found";

/// The call that asks whether a change is on.
fn is_on(number: usize) -> String {
    format!("crate::cairn_mutant_switch::on({number})")
}

/// What the root of a crate gets, so that the calls find something. `count`: of all changes.
pub(crate) fn switch_module(count: usize) -> String {
    format!(
        r#"
mod cairn_mutant_switch {{
    use std::io::Write as _;
    use std::sync::OnceLock;
    use std::sync::atomic::{{AtomicBool, Ordering}};

    static ACTIVE: OnceLock<Option<usize>> = OnceLock::new();
    static RECORD: OnceLock<Option<std::ffi::OsString>> = OnceLock::new();
    static REACHED: [AtomicBool; {count}] = [const {{ AtomicBool::new(false) }}; {count}];

    pub(crate) fn on(number: usize) -> bool {{
        if let Some(active) = ACTIVE.get_or_init(|| std::env::var("CAIRN_MUTANT").ok()?.parse().ok()) {{
            return *active == number;
        }}
        if let Some(path) = RECORD.get_or_init(|| std::env::var_os("CAIRN_MUTANT_REACHED"))
            && !REACHED[number].load(Ordering::Relaxed)
            && !REACHED[number].swap(true, Ordering::Relaxed)
        {{
            let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
            if let Ok(mut file) = file {{
                let _ = file.write_all(format!("{{number}}\n").as_bytes());
            }}
        }}
        false
    }}
}}
"#
    )
}

/// Where things stand in a file.
#[derive(Default)]
struct Places {
    /// By the start of the operator: the operands.
    binary: BTreeMap<usize, (Range<usize>, Range<usize>)>,
    /// Operators beside a `let`, where no other operator may stand.
    chained: BTreeSet<usize>,
    /// By the start of the operator: what it is applied to.
    unary: BTreeMap<usize, Range<usize>>,
    /// By its start: the end of the pattern, and the guard.
    arms: BTreeMap<usize, (usize, Option<Range<usize>>)>,
    /// By its start: the value of a field, its name, and what the rest is taken from.
    fields: BTreeMap<usize, (Range<usize>, String, Range<usize>)>,
}

impl<'ast> Visit<'ast> for Places {
    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        let at = binary.op.span().byte_range().start;
        if is_let(&binary.left) || is_let(&binary.right) {
            self.chained.insert(at);
        } else {
            self.binary.insert(at, (binary.left.span().byte_range(), binary.right.span().byte_range()));
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        self.unary.insert(unary.op.span().byte_range().start, unary.expr.span().byte_range());
        visit::visit_expr_unary(self, unary);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        let (pattern, guard) = match &arm.pat {
            syn::Pat::Guard(guarded) => (&*guarded.pat, Some(guarded.guard.span().byte_range())),
            pattern => (pattern, None),
        };
        let pattern = pattern.span().byte_range();
        self.arms.insert(arm.span().byte_range().start, (pattern.end, guard.clone()));
        self.arms.insert(pattern.start, (pattern.end, guard));
        visit::visit_arm(self, arm);
    }

    fn visit_expr_struct(&mut self, expression: &'ast syn::ExprStruct) {
        if let Some(rest) = &expression.rest {
            for field in &expression.fields {
                let syn::Member::Named(name) = &field.member else { continue };
                let value = (field.expr.span().byte_range(), name.to_string(), rest.span().byte_range());
                if field.colon_token.is_some() {
                    self.fields.insert(field.span().byte_range().start, value);
                }
            }
        }
        visit::visit_expr_struct(self, expression);
    }
}

fn is_let(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => is_let(&binary.left) || is_let(&binary.right),
        _ => false,
    }
}

/// Text that comes into the file. Of those at one place, what closes comes first, then the outer before the inner.
struct Insertion {
    order: (usize, u8, i64, i8),
    pieces: Vec<(Option<usize>, String)>,
}

/// How far outside a switch stands among those of the same text.
#[derive(Clone, Copy)]
enum Rank {
    Arm,
    Guard,
    Operator,
}

#[derive(Default)]
struct Insertions(Vec<Insertion>);

impl Insertions {
    fn wrap(&mut self, span: &Range<usize>, rank: Rank, before: Vec<(Option<usize>, String)>, behind: &str) {
        let length = span.len() as i64;
        self.0.push(Insertion { order: (span.start, 1, -length, rank as i8), pieces: before });
        let order = (span.end, 0, length, -(rank as i8));
        self.0.push(Insertion { order, pieces: vec![(None, behind.to_owned())] });
    }
}

/// The text of a file with switches for `changes`, which are numbered.
pub(crate) fn switched(text: &str, changes: &[(usize, &Change)]) -> Result<Switched, String> {
    let file = syn::parse_file(text).map_err(|error| error.to_string())?;
    let mut places = Places::default();
    places.visit_file(&file);
    let mut insertions = Insertions::default();
    let mut unmade = Vec::new();
    let mut around = Vec::new();
    let mut alternatives: BTreeMap<usize, Vec<(usize, &Change)>> = BTreeMap::new();
    for (number, change) in changes {
        let span = change.span.clone();
        let whole = match change.genre {
            Genre::FnValue => {
                let value = format!("if {} {{ return {}; }} ", is_on(*number), change.replacement);
                let order = (span.start, 1, i64::MIN, *number as i8);
                insertions.0.push(Insertion { order, pieces: vec![(Some(*number), value)] });
                Some(span)
            }
            Genre::BinaryOperator => places.binary.get(&span.start).map(|(left, right)| {
                alternatives.entry(span.start).or_default().push((*number, *change));
                left.start..right.end
            }),
            Genre::UnaryOperator => places.unary.get(&span.start).map(|operand| {
                let whole = span.start..operand.end;
                let bare = text.get(operand.clone()).unwrap_or_default();
                let before = format!("(if {} {{ {bare} }} else {{ ", is_on(*number));
                insertions.wrap(&whole, Rank::Operator, vec![(Some(*number), before)], " })");
                whole
            }),
            Genre::MatchArm => places.arms.get(&span.start).map(|(end, guard)| {
                match guard {
                    Some(guard) => {
                        let before = format!("(!{} && (", is_on(*number));
                        insertions.wrap(guard, Rank::Arm, vec![(Some(*number), before)], "))");
                    }
                    None => {
                        let order = (*end, 0, 0, 0);
                        let guard = format!(" if !{} ", is_on(*number));
                        insertions.0.push(Insertion { order, pieces: vec![(Some(*number), guard)] });
                    }
                }
                span
            }),
            Genre::MatchArmGuard => {
                let (before, behind) = if change.replacement == "true" {
                    (format!("({} || (", is_on(*number)), "))")
                } else {
                    (format!("(!{} && (", is_on(*number)), "))")
                };
                insertions.wrap(&span, Rank::Guard, vec![(Some(*number), before)], behind);
                Some(span)
            }
            Genre::StructField => places.fields.get(&span.start).map(|(value, name, rest)| {
                let rest = text.get(rest.clone()).unwrap_or_default();
                let before = format!("(if {} {{ ({rest}).{name} }} else {{ ", is_on(*number));
                insertions.wrap(value, Rank::Guard, vec![(Some(*number), before)], " })");
                value.clone()
            }),
            Genre::Other => None,
        };
        match whole {
            Some(whole) => around.push((whole, *number)),
            None if places.chained.contains(&change.span.start) => unmade.push((*number, CHAINED)),
            None => unmade.push((*number, NOT_FOUND)),
        }
    }
    for (at, changes) in alternatives {
        let Some((left, right)) = places.binary.get(&at) else { continue };
        let mut before = vec![(None, "(".to_owned())];
        for (number, change) in changes {
            let between_left = text.get(left.start..change.span.start).unwrap_or_default();
            let between_right = text.get(change.span.end..right.end).unwrap_or_default();
            let changed = format!("{between_left}{}{between_right}", change.replacement);
            before.push((Some(number), format!("if {} {{ {changed} }} else ", is_on(number))));
        }
        before.push((None, "{ ".to_owned()));
        insertions.wrap(&(left.start..right.end), Rank::Operator, before, " })");
    }
    Ok(compose(text, insertions.0, around, unmade))
}

fn compose(
    text: &str,
    mut insertions: Vec<Insertion>,
    around: Vec<(Range<usize>, usize)>,
    unmade: Vec<(usize, &'static str)>,
) -> Switched {
    insertions.sort_by_key(|insertion| insertion.order);
    let mut made = Switched { unmade, ..Switched::default() };
    let mut done = 0;
    // Where the bytes of the old text went: place before, place now.
    let mut moved = vec![(0, 0)];
    for insertion in &insertions {
        let at = insertion.order.0;
        made.text.push_str(text.get(done..at).unwrap_or_default());
        done = at;
        for (number, piece) in &insertion.pieces {
            let start = made.text.len();
            made.text.push_str(piece);
            if let Some(number) = number {
                made.own.push((start..made.text.len(), *number));
            }
        }
        moved.push((at, made.text.len()));
    }
    made.text.push_str(text.get(done..).unwrap_or_default());
    let now = |place: usize| {
        let (before, after) =
            moved.iter().rev().find(|(before, _)| *before <= place).copied().unwrap_or((0, 0));
        after + (place - before)
    };
    made.around = around.into_iter().map(|(span, number)| (now(span.start)..now(span.end), number)).collect();
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(text: &str, at: &str, genre: Genre, replacement: &str) -> Change {
        let start = text.find(at).unwrap();
        Change {
            file: String::new(),
            what: String::new(),
            line: String::new(),
            line_number: 1,
            genre,
            replacement: replacement.to_owned(),
            span: start..start + at.len(),
            return_type: String::new(),
            ordinal: 0,
        }
    }

    fn check(text: &str, changes: &[Change], expected: &str) {
        let numbered: Vec<_> = changes.iter().enumerate().collect();
        let made = switched(text, &numbered).unwrap();
        assert_eq!(made.text.replace("crate::cairn_mutant_switch::on", "on"), expected);
        syn::parse_file(&made.text).unwrap();
        for (span, number) in &made.own {
            assert!(made.text[span.clone()].contains(&format!("on({number})")));
        }
    }

    /// One change inside another: the outer one keeps its operands as they were.
    #[test]
    fn operators_in_operators() {
        let text = "fn f() -> bool { a < b || !c }";
        let changes = [
            change(text, "||", Genre::BinaryOperator, "&&"),
            change(text, "<", Genre::BinaryOperator, "=="),
            change(text, "<", Genre::BinaryOperator, ">"),
            change(text, "!", Genre::UnaryOperator, ""),
            change(text, "a < b || !c", Genre::FnValue, "true"),
        ];
        check(
            text,
            &changes,
            "fn f() -> bool { if on(4) { return true; } (if on(0) { a < b && !c } else { \
             (if on(1) { a == b } else if on(2) { a > b } else { a < b }) || \
             (if on(3) { c } else { !c }) }) }",
        );
    }

    #[test]
    fn arms_and_guards() {
        let text = "fn f() { match a { B => 1, C if d == e => 2, _ => 3 }; }";
        let changes = [
            change(text, "B => 1", Genre::MatchArm, ""),
            change(text, "C if d == e => 2", Genre::MatchArm, ""),
            change(text, "d == e", Genre::MatchArmGuard, "true"),
            change(text, "d == e", Genre::MatchArmGuard, "false"),
            change(text, "==", Genre::BinaryOperator, "!="),
        ];
        check(
            text,
            &changes,
            "fn f() { match a { B if !on(0)  => 1, C if (!on(1) && ((on(2) || ((!on(3) && (\
             (if on(4) { d != e } else { d == e }))))))) => 2, _ => 3 }; }",
        );
    }

    /// What is no Rust with another operator is told apart from what was not found.
    #[test]
    fn beside_a_let() {
        let text = "fn f() { if a && let Some(b) = c {} }";
        let and =
            [change(text, "&&", Genre::BinaryOperator, "||"), change(text, "if", Genre::UnaryOperator, "")];
        let made = switched(text, &and.iter().enumerate().collect::<Vec<_>>()).unwrap();
        assert_eq!(made.unmade, [(0, CHAINED), (1, NOT_FOUND)]);
        assert_eq!(made.text, text);
    }
}
