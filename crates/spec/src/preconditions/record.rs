//! Check 17: the record reads back as it was written.

use cairn_plan::Reason;

use crate::compose;
use crate::record::Record;
use crate::situation::Situation;

/// Whether the record that would be written says what it is meant to say.
pub(super) fn record(situation: &Situation<'_>) -> Vec<Reason> {
    // Without a disposition an earlier check has failed already.
    let Some(composed) = compose::record(situation) else { return Vec::new() };
    let path = situation.snapshot.record();
    let shown = path.to_string();
    let text = composed.record.render();
    let fail = |message: String| {
        vec![Reason::new("record", "record_invalid", format!("{shown}: {message}")).at(path.clone())]
    };
    match Record::parse(&shown, text.as_bytes(), &situation.snapshot.slug) {
        Err(causes) => fail(causes.first().map(|cause| cause.message.clone()).unwrap_or_default()),
        Ok(back) if back != composed.record => fail("does not read back as written".to_owned()),
        // A path that is no UTF-8 cannot be named in a record.
        Ok(back) if back.source.as_bytes() != situation.snapshot.at().as_bytes() => {
            fail("the path of the Spec is not UTF-8, so no record can name it".to_owned())
        }
        Ok(_) => Vec::new(),
    }
}
