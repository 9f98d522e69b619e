//! Standard input, read to its end, but for bounded bytes and a bounded time (D42).

use crate::deadline::Deadline;
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::BorrowedFd;
use rustix::io::{Errno, read};

/// How many bytes the agent may send: the object it sends has some kilobytes.
pub const MOST_BYTES: usize = 256 * 1024;

/// The first buffer holds every ordinary object, so that one call reads it.
const FIRST_BUFFER: usize = 16 * 1024;

/// Everything that `input` holds; `None` when it holds more than [`MOST_BYTES`], is not closed before `deadline`, or
/// cannot be read.
pub fn read_to_end(input: BorrowedFd<'_>, deadline: Deadline) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(FIRST_BUFFER);
    let mut is_closed = false;
    loop {
        // Once the other end is closed no read waits any longer.
        if !is_closed {
            is_closed = wait_until_readable(input, deadline)?.contains(PollFlags::HUP);
        }
        if bytes.len() == bytes.capacity() {
            bytes.reserve(bytes.len());
        }
        match read(input, spare_capacity(&mut bytes)) {
            Ok(0) => return Some(bytes),
            Ok(_) if bytes.len() > MOST_BYTES => return None,
            Ok(_) | Err(Errno::INTR | Errno::AGAIN) => {}
            Err(_) => return None,
        }
    }
}

fn wait_until_readable(input: BorrowedFd<'_>, deadline: Deadline) -> Option<PollFlags> {
    loop {
        let left = Timespec::try_from(deadline.left()).ok()?;
        let mut descriptors = [PollFd::from_borrowed_fd(input, PollFlags::IN)];
        match poll(&mut descriptors, Some(&left)) {
            Ok(0) => return None,
            Ok(_) => return descriptors.first().map(PollFd::revents),
            Err(Errno::INTR) => {}
            Err(_) => return None,
        }
    }
}
