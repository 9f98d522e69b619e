//! A line chart as one SVG: no script, no outside reference, the same bytes for the same history.

/// A chart.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Picture {
    /// What it shows, in a few words.
    pub(super) title: String,
    /// The same for whoever cannot see it.
    pub(super) description: String,
    /// Its curves; the first is drawn first.
    pub(super) curves: Vec<Curve>,
}

/// One curve of steps.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Curve {
    /// Its name in the legend.
    pub(super) name: String,
    /// Seconds since 1970 and the value from then on, ascending.
    pub(super) points: Vec<(i64, f64)>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 40.0;

/// Dark enough on white, light enough on black, and told apart without colour by their dashes.
const STROKES: [(&str, &str); 2] = [("#767676", "6 4"), ("#1f77b4", "none")];

impl Picture {
    /// The whole file.
    pub(super) fn render(&self) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
             font-family=\"sans-serif\" font-size=\"12\">\n"
        );
        svg.push_str(&format!("  <title>{}</title>\n", xml(&self.title)));
        svg.push_str(&format!("  <desc>{}</desc>\n", xml(&self.description)));
        svg.push_str(&format!("  <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n"));
        svg.push_str(&text(LEFT, 22.0, "start", &self.title, "font-weight=\"bold\" "));
        let all: Vec<(i64, f64)> =
            self.curves.iter().flat_map(|curve| curve.points.iter().copied()).collect();
        svg.push_str(&axes());
        let has_curve = self.curves.iter().any(|curve| curve.points.len() > 1);
        match Scale::of(&all).filter(|_| has_curve) {
            None => svg.push_str(&text(
                (LEFT + WIDTH - RIGHT) / 2.0,
                HEIGHT / 2.0,
                "middle",
                "not enough history yet: two commits make a line",
                "",
            )),
            Some(scale) => {
                svg.push_str(&scale.labels());
                for (index, curve) in self.curves.iter().enumerate() {
                    svg.push_str(&self.curve(index, curve, &scale));
                }
            }
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn curve(&self, index: usize, curve: &Curve, scale: &Scale) -> String {
        // A single curve is the solid one.
        let style = if self.curves.len() == 1 { 1 } else { index };
        let (stroke, dashes) = STROKES.get(style % STROKES.len()).copied().unwrap_or(("#000000", "none"));
        let mut path = String::new();
        for (at, value) in &curve.points {
            let (x, y) = (scale.x(*at), scale.y(*value));
            match path.is_empty() {
                true => path.push_str(&format!("M{x:.1} {y:.1}")),
                false => path.push_str(&format!(" H{x:.1} V{y:.1}")),
            }
        }
        let (x, y) = (WIDTH - RIGHT, 14.0 + 14.0 * offset(index));
        format!(
            "  <path d=\"{path}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/>\n{}",
            text(x, y, "end", &curve.name, &format!("fill=\"{stroke}\" "))
        )
    }
}

/// Small indices alone.
fn offset(index: usize) -> f64 {
    f64::from(u8::try_from(index).unwrap_or(u8::MAX))
}

/// From seconds and values to places.
struct Scale {
    first: i64,
    last: i64,
    low: f64,
    high: f64,
}

impl Scale {
    fn of(points: &[(i64, f64)]) -> Option<Scale> {
        let first = points.iter().map(|(at, _)| *at).min()?;
        let last = points.iter().map(|(at, _)| *at).max()?;
        let low = points.iter().map(|(_, value)| *value).fold(0.0, f64::min);
        let high = points.iter().map(|(_, value)| *value).fold(low, f64::max);
        Some(Scale { first, last, low, high: if high > low { high } else { low + 1.0 } })
    }

    #[allow(
        clippy::cast_precision_loss,
        reason = "a picture of 700 points needs no more than 52 bits of seconds"
    )]
    fn x(&self, at: i64) -> f64 {
        let length = self.last.saturating_sub(self.first).max(1) as f64;
        LEFT + (at.saturating_sub(self.first)) as f64 / length * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, value: f64) -> f64 {
        HEIGHT - BOTTOM - (value - self.low) / (self.high - self.low) * (HEIGHT - TOP - BOTTOM)
    }

    fn labels(&self) -> String {
        let below = HEIGHT - BOTTOM + 18.0;
        [
            text(LEFT, below, "start", &day(self.first), ""),
            text(WIDTH - RIGHT, below, "end", &day(self.last), ""),
            text(LEFT - 8.0, self.y(self.low) + 4.0, "end", &number(self.low), ""),
            text(LEFT - 8.0, self.y(self.high) + 4.0, "end", &number(self.high), ""),
        ]
        .concat()
    }
}

fn axes() -> String {
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    format!("  <path d=\"M{LEFT} {TOP} V{bottom} H{right}\" fill=\"none\" stroke=\"#333333\"/>\n")
}

fn text(x: f64, y: f64, anchor: &str, text: &str, attributes: &str) -> String {
    format!("  <text x=\"{x:.1}\" y=\"{y:.1}\" {attributes}text-anchor=\"{anchor}\">{}</text>\n", xml(text))
}

fn day(second: i64) -> String {
    let time = jiff::Timestamp::from_second(second);
    time.map(|time| time.strftime("%Y-%m-%d").to_string()).unwrap_or_default()
}

/// Without a fraction where there is none.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn xml(text: &str) -> String {
    let safe = cairn_text::escape::escaped(text);
    safe.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(points: &[(i64, f64)]) -> String {
        Picture {
            title: "A <b> & c".to_owned(),
            description: "d".to_owned(),
            curves: vec![Curve { name: "x".to_owned(), points: points.to_vec() }],
        }
        .render()
    }

    /// S-20: steps from point to point, days and values at the axes, texts escaped.
    #[test]
    fn curve_of_steps() {
        let svg = picture(&[(0, 0.0), (86_400, 5.0), (172_800, 10.0)]);
        assert!(svg.contains("d=\"M56.0 320.0 H380.0 V180.0 H704.0 V40.0\""), "{svg}");
        assert!(
            svg.contains(">1970-01-01<") && svg.contains(">1970-01-03<") && svg.contains(">10<"),
            "{svg}"
        );
        assert!(svg.contains("<title>A &lt;b&gt; &amp; c</title>"), "{svg}");
    }

    /// S-20: fewer than two points are axes and a note.
    #[test]
    fn too_short() {
        for points in [&[][..], &[(5, 1.0)]] {
            let svg = picture(points);
            assert!(svg.contains("not enough history") && svg.contains("stroke=\"#333333\""), "{svg}");
        }
    }

    /// G10: values without a range, and times at the ends of time, are drawn too.
    #[test]
    fn odd_ranges() {
        for points in [&[(0, 0.0), (0, 0.0)][..], &[(i64::MIN, -1.0), (i64::MAX, 1e308)]] {
            let svg = picture(points);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}
