//! Protocols that break a promise.

use super::*;
use cairn_vault::Fs;

/// What most tools do: write beside, rename, flush `file` or nothing, never the folder. To see that it is found out.
fn renamed(fs: &SimulatedFs, flush: bool) -> Result<(), String> {
    let write = || {
        let dir = fs.open_absolute(Path::new("/p"))?;
        let mut file = fs.create(&dir, b"tmp", 0o644)?;
        fs.write(&mut file, b"new content\n")?;
        if flush {
            fs.sync_file(&file)?;
        }
        fs.rename(&dir, b"tmp", &dir, b"STATE.md")
    };
    write().map_err(|errno: cairn_vault::Errno| errno.to_string())
}

/// Known to lose files.
pub(crate) fn broken() -> Vec<Protocol> {
    let plain = || Protocol {
        next: |_| Ok(String::new()),
        settled: |_, after, _, case| {
            let rest: Tree = after.iter().filter(|(path, _)| path != "/p/tmp").cloned().collect();
            rest == case.old || rest == case.new
        },
        undo: None,
        edited: &[],
        ..one_file()
    };
    vec![
        Protocol { name: "rename without flush", act: |fs| renamed(fs, false), ..plain() },
        Protocol { name: "flush of the file alone", act: |fs| renamed(fs, true), ..plain() },
        Protocol {
            name: "written in place",
            act: |fs| {
                fs.put("/p/STATE.md", b"new content\n");
                Ok(())
            },
            ..plain()
        },
    ]
}
