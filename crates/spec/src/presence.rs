//! What stands at a place of the home work tree, links not followed.

/// The answer for one path. A component above it that is a link or a file makes it [`Presence::Blocked`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// Nothing.
    Absent,
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link, dangling or not.
    Link,
    /// Anything else: a FIFO, socket or device.
    Other,
    /// A folder above it is a symbolic link or no folder, so nothing can be said without following it.
    Blocked,
}

impl Presence {
    /// Whether something stands there.
    pub fn exists(self) -> bool {
        !matches!(self, Self::Absent | Self::Blocked)
    }
}
