//! Lines of a terminal as one SVG: no script, no font and no reference from outside, the same bytes for the same lines.
//!
//! A run of characters of one style is one `text` element, stretched to the columns it takes, so that every font gives the
//! same picture. Cells of a bar are drawn as rectangles. What it refuses: nothing; an escape sequence that is not known is
//! left out.

/// Columns of the terminal; longer lines go on in the next row, as in a terminal.
const COLUMNS: usize = 100;
const CELL_WIDTH: f64 = 8.0;
const CELL_HEIGHT: f64 = 20.0;
const MARGIN: f64 = 14.0;
const BACKGROUND: &str = "#1b1f23";
const FOREGROUND: &str = "#e6e8ea";

/// How a cell looks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Style {
    colour: Option<&'static str>,
    bold: bool,
    dim: bool,
}

type Cell = (char, Style);

/// The whole file.
pub(super) fn draw(title: &str, lines: &[String]) -> String {
    let rows: Vec<Vec<Cell>> = lines.iter().flat_map(|line| rows(line)).collect();
    let width = CELL_WIDTH * columns(&rows) + 2.0 * MARGIN;
    let height = CELL_HEIGHT * count(rows.len()) + 2.0 * MARGIN;
    let plain: Vec<String> = rows.iter().map(|row| row.iter().map(|(letter, _)| letter).collect()).collect();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"13\">\n"
    );
    svg.push_str(&format!("  <title>{}</title>\n", xml(title)));
    svg.push_str(&format!("  <desc>{}</desc>\n", xml(&plain.join("\n"))));
    svg.push_str(&format!(
        "  <rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"{BACKGROUND}\"/>\n"
    ));
    for (index, row) in rows.iter().enumerate() {
        row_of(row, MARGIN + CELL_HEIGHT * count(index), &mut svg);
    }
    svg.push_str("</svg>\n");
    svg
}

/// A line as the rows it takes: an empty line takes one.
fn rows(line: &str) -> Vec<Vec<Cell>> {
    let cells = cells(line);
    if cells.is_empty() {
        return vec![cells];
    }
    cells.chunks(COLUMNS).map(<[Cell]>::to_vec).collect()
}

/// The characters of a line with their styles.
fn cells(line: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut style = Style::default();
    let mut pieces = line.split("\u{1b}[");
    let plain = pieces.next().unwrap_or_default();
    cells.extend(plain.chars().map(|letter| (letter, style)));
    for piece in pieces {
        let (codes, text) = piece.split_once('m').unwrap_or(("", piece));
        style = restyled(style, codes);
        cells.extend(text.chars().map(|letter| (letter, style)));
    }
    cells
}

fn restyled(mut style: Style, codes: &str) -> Style {
    match codes {
        "" | "0" => style = Style::default(),
        "1" => style.bold = true,
        "2" => style.dim = true,
        "31" | "5;31" => style.colour = Some("#f97583"),
        "32" => style.colour = Some("#7bd88f"),
        "33" => style.colour = Some("#e5c07b"),
        "38;5;208" => style.colour = Some("#f0883e"),
        _ => {}
    }
    style
}

/// One row: its runs of one style, and its bars.
fn row_of(row: &[Cell], top: f64, svg: &mut String) {
    let mut at = 0;
    for run in row.chunk_by(|one, other| one.1 == other.1 && bar(one.0) == bar(other.0)) {
        let left = MARGIN + CELL_WIDTH * count(at);
        at += run.len();
        let Some((letter, style)) = run.first().copied() else { continue };
        let colour = style.colour.unwrap_or(FOREGROUND);
        let opacity = if style.dim { " opacity=\"0.7\"" } else { "" };
        if let Some(strength) = bar(letter) {
            svg.push_str(&format!(
                "  <rect x=\"{left}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{colour}\" opacity=\"{strength}\"/>\n",
                top + 3.0,
                CELL_WIDTH * count(run.len()),
                CELL_HEIGHT - 6.0
            ));
            continue;
        }
        let text: String = run.iter().map(|(letter, _)| letter).collect();
        let shown = text.trim();
        if shown.is_empty() {
            continue;
        }
        let indent = text.chars().take_while(|letter| *letter == ' ').count();
        let weight = if style.bold { " font-weight=\"bold\"" } else { "" };
        svg.push_str(&format!(
            "  <text x=\"{}\" y=\"{}\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\" \
             fill=\"{colour}\"{weight}{opacity} style=\"white-space:pre\" xml:space=\"preserve\">{}</text>\n",
            left + CELL_WIDTH * count(indent),
            top + 14.0,
            CELL_WIDTH * count(shown.chars().count()),
            xml(shown)
        ));
    }
}

/// How strongly a cell of a bar is drawn; none for other characters.
fn bar(letter: char) -> Option<&'static str> {
    match letter {
        '█' => Some("0.9"),
        '░' => Some("0.25"),
        _ => None,
    }
}

fn columns(rows: &[Vec<Cell>]) -> f64 {
    count(rows.iter().map(Vec::len).max().unwrap_or_default())
}

fn count(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

fn xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_become_runs_and_bars_rectangles() {
        let svg = draw("A & B", &["\u{1b}[2ma<b\u{1b}[0m \u{1b}[32m██░\u{1b}[0m".to_owned()]);
        assert!(svg.contains("<title>A &amp; B</title>") && svg.contains("<desc>a&lt;b ██░</desc>"), "{svg}");
        assert!(
            svg.contains("textLength=\"24\"")
                && svg.contains("opacity=\"0.7\"")
                && svg.contains(">a&lt;b</text>")
        );
        assert!(svg.contains(
            "<rect x=\"46\" y=\"17\" width=\"16\" height=\"14\" fill=\"#7bd88f\" opacity=\"0.9\"/>"
        ));
        assert_eq!(svg.matches("<text").count(), 1, "{svg}");
    }

    #[test]
    fn long_lines_go_on_in_the_next_row() {
        assert_eq!(rows(&"x".repeat(COLUMNS + 1)).iter().map(Vec::len).collect::<Vec<_>>(), [COLUMNS, 1]);
        assert_eq!(rows("").len(), 1);
    }
}
