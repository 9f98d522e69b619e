//! HTML blocks: how one begins and ends.

use super::tag;

/// The kinds of HTML block, by what ends them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HtmlKind {
    /// `<script>`, `<style>`, `<textarea>`, `<pre>`: to the line that closes one of them.
    Verbatim,
    /// `<!-- … -->`.
    Comment,
    /// `<? … ?>`.
    Instruction,
    /// `<!NAME … >`.
    Declaration,
    /// `<![CDATA[ … ]]>`.
    CharacterData,
    /// A tag of a block, or one that stands alone on its line: to the next blank line.
    Tag,
}

/// Elements whose content is no Markdown and no HTML that Markdown looks into.
pub(crate) const VERBATIM: [&[u8]; 4] = [b"script", b"style", b"textarea", b"pre"];

/// Elements that begin a block wherever a line begins with them.
const BLOCK: [&[u8]; 62] = [
    b"address",
    b"article",
    b"aside",
    b"base",
    b"basefont",
    b"blockquote",
    b"body",
    b"caption",
    b"center",
    b"col",
    b"colgroup",
    b"dd",
    b"details",
    b"dialog",
    b"dir",
    b"div",
    b"dl",
    b"dt",
    b"fieldset",
    b"figcaption",
    b"figure",
    b"footer",
    b"form",
    b"frame",
    b"frameset",
    b"h1",
    b"h2",
    b"h3",
    b"h4",
    b"h5",
    b"h6",
    b"head",
    b"header",
    b"hr",
    b"html",
    b"iframe",
    b"legend",
    b"li",
    b"link",
    b"main",
    b"menu",
    b"menuitem",
    b"nav",
    b"noframes",
    b"ol",
    b"optgroup",
    b"option",
    b"p",
    b"param",
    b"search",
    b"section",
    b"summary",
    b"table",
    b"tbody",
    b"td",
    b"tfoot",
    b"th",
    b"thead",
    b"title",
    b"tr",
    b"track",
    b"ul",
];

impl HtmlKind {
    /// The kind of block that `line`, from its first character that is no blank, begins; `paragraph`: the line would otherwise go
    /// on with a paragraph, which a tag that stands alone does not break.
    pub(super) fn open(line: &[u8], paragraph: bool) -> Option<Self> {
        let rest = line.strip_prefix(b"<")?;
        if rest.starts_with(b"!--") {
            return Some(Self::Comment);
        }
        if rest.starts_with(b"?") {
            return Some(Self::Instruction);
        }
        if rest.starts_with(b"![CDATA[") {
            return Some(Self::CharacterData);
        }
        if rest.strip_prefix(b"!").and_then(<[u8]>::first).is_some_and(u8::is_ascii_alphabetic) {
            return Some(Self::Declaration);
        }
        let closing = rest.strip_prefix(b"/");
        let named = closing.unwrap_or(rest);
        let length = named.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let (name, behind) = named.split_at_checked(length)?;
        let ended = behind.first().is_none_or(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'>'));
        if closing.is_none() && ended && is_one_of(name, &VERBATIM) {
            return Some(Self::Verbatim);
        }
        if (ended || behind.starts_with(b"/>")) && is_one_of(name, &BLOCK) {
            return Some(Self::Tag);
        }
        let alone = |tag: tag::Tag| {
            line.get(tag.end..).unwrap_or_default().iter().all(|byte| crate::span::is_blank(*byte))
        };
        (!paragraph && tag::tag(line, 0).is_some_and(alone)).then_some(Self::Tag)
    }

    /// Whether `line` is the last of such a block; [`HtmlKind::Tag`] ends in front of a blank line instead.
    pub(super) fn ends_with(self, line: &[u8]) -> bool {
        match self {
            Self::Verbatim => closes_verbatim(line),
            Self::Comment => holds(line, b"-->"),
            Self::Instruction => holds(line, b"?>"),
            Self::Declaration => line.contains(&b'>'),
            Self::CharacterData => holds(line, b"]]>"),
            Self::Tag => false,
        }
    }
}

fn closes_verbatim(line: &[u8]) -> bool {
    memchr::memmem::find_iter(line, b"</").any(|at| {
        let rest = line.get(at + 2..).unwrap_or_default();
        VERBATIM.iter().any(|name| {
            rest.split_at_checked(name.len())
                .is_some_and(|(head, tail)| head.eq_ignore_ascii_case(name) && tail.starts_with(b">"))
        })
    })
}

fn holds(line: &[u8], mark: &[u8]) -> bool {
    memchr::memmem::find(line, mark).is_some()
}

fn is_one_of(name: &[u8], names: &[&[u8]]) -> bool {
    names.iter().any(|known| name.eq_ignore_ascii_case(known))
}
