//! A file system in memory that can lose power at any instant, and refuse any call.
//!
//! What a program sees is the *live* state. What a power loss leaves is made of the *durable* state (what was flushed), of
//! some of the changed names that were not flushed yet, and of some state of the data that was not flushed:
//! [`SimulatedFs::crashes`] enumerates them. This is stricter than any real file system, on purpose.
//!
//! It knows folders, files, links and permission bits. It does not know owners, times, hard links or permissions being
//! denied (a [`Fault`] does that), and advisory locks are always free: one process at a time.

mod calls;
mod case;
mod content;
mod crash;
pub mod explorer;
pub mod recording;
mod world;

pub use content::Content;
pub use crash::{Bounds, Crash, Persistence};
pub use world::{Fault, Lasts};

use std::cell::RefCell;
use std::rc::Rc;
use world::World;

/// A file system in memory; clones are the same one.
#[derive(Clone, Debug)]
pub struct SimulatedFs(Rc<RefCell<World>>);

impl Default for SimulatedFs {
    fn default() -> Self {
        Self::new()
    }
}

impl SimulatedFs {
    /// An empty root folder.
    pub fn new() -> Self {
        Self(Rc::new(RefCell::new(World::new())))
    }

    fn over(world: World) -> Self {
        Self(Rc::new(RefCell::new(world)))
    }

    /// Everything so far is on the disk, and history begins here.
    pub fn settle(&self) {
        self.0.borrow_mut().settle();
    }

    /// Remember the state before each call that changes something, from now on.
    pub fn record(&self) {
        self.0.borrow_mut().history = Some(Vec::new());
    }

    /// The remembered states, and the present one behind them.
    pub fn history(&self) -> Vec<Self> {
        let world = self.0.borrow();
        let past = world.history.iter().flatten().cloned();
        past.chain([world.without_history()]).map(Self::over).collect()
    }

    /// A separate file system in the same state, without its history.
    pub fn fork(&self) -> Self {
        Self::over(self.0.borrow().without_history())
    }

    /// Behave like a file system that cannot exchange two names (NFS, some overlays).
    pub fn without_exchange(&self) {
        self.0.borrow_mut().exchanges = false;
    }

    /// Make files without a name where the real file system does so for large contents.
    pub fn with_nameless_files(&self) {
        self.0.borrow_mut().makes_nameless = true;
    }

    /// Refuse calls as the fault says; counting begins now.
    pub fn fail(&self, fault: Option<Fault>) {
        let mut world = self.0.borrow_mut();
        world.calls = 0;
        world.fault = fault;
        world.struck = None;
    }

    /// How many calls that can fail were made since [`Self::fail`].
    pub fn calls(&self) -> usize {
        self.0.borrow().calls
    }

    /// Run something before the call with this number, counted from [`Self::fail`]: another program on the same disk.
    pub fn interfere(&self, call: usize, event: impl Fn(&Self) + 'static) {
        self.0.borrow_mut().interference = Some((call, Rc::new(event)));
    }

    /// Put a file there, parents included, as another program would: visible at once, not flushed.
    pub fn put(&self, path: &str, bytes: &[u8]) {
        self.0.borrow_mut().put(path, bytes);
    }

    /// What a careful editor does: the same by a new file, flushed before and after.
    pub fn save(&self, path: &str, bytes: &[u8]) {
        self.0.borrow_mut().save(path, bytes);
    }

    /// What a careless one does: the new bytes go into the file that is there. Flushed with its name, as ext4, XFS and btrfs
    /// do when a file is flushed, so that they count as written.
    pub fn overwrite(&self, path: &str, bytes: &[u8]) {
        self.0.borrow_mut().overwrite(path, bytes);
    }

    /// Put a link there.
    pub fn put_link(&self, path: &str, target: &str) {
        self.0.borrow_mut().put_link(path, target);
    }

    /// The content of a file; `None` when it is not there or no file.
    pub fn get(&self, path: &str) -> Option<Vec<u8>> {
        self.0.borrow().get(path)
    }

    /// Every path with what stands there, folders with a `/` at the end, links as `-> target`.
    pub fn tree(&self) -> Vec<(String, Content)> {
        self.tree_below("")
    }

    /// The same of one folder, which stands for itself at the front.
    pub fn tree_below(&self, folder: &str) -> Vec<(String, Content)> {
        self.0.borrow().tree_below(folder)
    }

    /// Equal for equal trees.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.0.borrow().fingerprint()
    }
}

#[cfg(test)]
mod tests;
