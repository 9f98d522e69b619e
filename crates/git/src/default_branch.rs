//! The branch that work is merged into (roundfix 9).

use bstr::{BStr, BString, ByteSlice};

use crate::{Error, ObjectId, Repository};

/// The default branch, as far as this clone knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefaultBranch {
    /// The full reference, such as `refs/remotes/origin/main`.
    pub reference: BString,
    /// The commit it points at.
    pub commit: ObjectId,
}

/// A reference as `for-each-ref` prints it.
struct Reference {
    name: BString,
    /// Where a symbolic one points.
    target: BString,
    id: ObjectId,
}

impl Repository {
    /// The default branch: what the remote calls so, else its `main` or `master`; without a remote the local branch that
    /// `init.defaultBranch` names, `main` or `master`. A remote's branch goes first, since a local one may be unpushed.
    ///
    /// # Errors
    /// Git cannot be asked.
    pub fn default_branch(&self) -> Result<Option<DefaultBranch>, Error> {
        let remotes = self.remotes_in_order()?;
        let mut wanted: Vec<BString> = Vec::new();
        for remote in &remotes {
            wanted.extend(
                ["HEAD", "main", "master"].map(|name| format!("refs/remotes/{remote}/{name}").into()),
            );
        }
        let configured = self.configuration.get("init.defaultbranch").map(ToString::to_string);
        let local = configured.iter().map(String::as_str).chain(["main", "master"]);
        wanted.extend(local.map(|name| BString::from(format!("refs/heads/{name}"))));
        let found = self.references(&wanted)?;
        let first = wanted.iter().find_map(|name| found.iter().find(|reference| reference.name == *name));
        Ok(first.map(|reference| {
            let resolved = if reference.target.is_empty() { &reference.name } else { &reference.target };
            DefaultBranch { reference: resolved.clone(), commit: reference.id.clone() }
        }))
    }

    /// The remotes whose default branch may be ours: where the current branch is pushed to, where it comes from, `origin`, the only one.
    fn remotes_in_order(&self) -> Result<Vec<BString>, Error> {
        let configuration = &self.configuration;
        let mut order: Vec<&BStr> = Vec::new();
        let branch = self.branch()?;
        let of_branch = |variable: &str| {
            let branch = branch.as_ref()?;
            configuration.get([b"branch.", branch.as_slice(), b".", variable.as_bytes()].concat())
        };
        order.extend(of_branch("pushremote").or_else(|| configuration.get("remote.pushdefault")));
        // A branch that follows a local one has the remote `.`.
        order.extend(of_branch("remote").filter(|remote| *remote != "."));
        order.push("origin".into());
        let all = configuration.subsections("remote", &["url", "fetch", "pushurl"]);
        if let [only] = all[..] {
            order.push(only);
        }
        Ok(order.into_iter().map(BString::from).collect())
    }

    /// Those of the full names in `wanted` that exist and lead to a commit.
    fn references(&self, wanted: &[BString]) -> Result<Vec<Reference>, Error> {
        let format = "--format=%(refname)%00%(symref)%00%(objectname)%00%(objecttype)";
        // Names that could be patterns are no references.
        let plain = wanted.iter().filter(|name| !name.contains_str("*") && !name.contains_str("?"));
        let output = plain
            .fold(self.question("for-each-ref").arg(format), |question, name| question.arg(name))
            .ask()?;
        let mut references = Vec::new();
        for line in output.split_str("\n").filter(|line| !line.is_empty()) {
            let mut fields = line.split_str(b"\0");
            let (Some(name), Some(target), Some(id), Some(kind)) =
                (fields.next(), fields.next(), fields.next().and_then(ObjectId::parse), fields.next())
            else {
                return Err(self.unreadable("for-each-ref", line));
            };
            if kind == b"commit" {
                references.push(Reference { name: name.into(), target: target.into(), id });
            }
        }
        Ok(references)
    }
}
