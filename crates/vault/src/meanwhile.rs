//! Work of the processor that is done while something else is: only on large contents, where a thread costs little beside it.

use cairn_plan::ContentHash;

/// Contents below this are hashed faster than a thread begins.
const LARGE: usize = 1 << 20;

/// The hash of `bytes`, and what `act` makes of them meanwhile.
pub(crate) fn hashed_meanwhile<T>(bytes: &[u8], act: impl FnOnce() -> T) -> (ContentHash, T) {
    if bytes.len() < LARGE {
        let made = act();
        return (ContentHash::of(bytes), made);
    }
    std::thread::scope(|scope| {
        let hashing = std::thread::Builder::new().spawn_scoped(scope, || ContentHash::of(bytes));
        let made = act();
        // No thread to be had: then it is done now.
        let hash = hashing.ok().and_then(|hashing| hashing.join().ok());
        (hash.unwrap_or_else(|| ContentHash::of(bytes)), made)
    })
}

/// Gives back their memory, of large contents while the caller goes on.
pub(crate) fn give_back(contents: Vec<u8>) {
    if contents.len() >= LARGE {
        let _else_now = std::thread::Builder::new().spawn(move || drop(contents));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_the_bytes() {
        for bytes in [vec![], vec![1; 10], vec![2; LARGE], vec![3; LARGE + 1]] {
            let (hash, sum) =
                hashed_meanwhile(&bytes, || bytes.iter().map(|byte| u64::from(*byte)).sum::<u64>());
            assert_eq!(hash, ContentHash::of(&bytes));
            assert_eq!(sum, u64::from(bytes.first().copied().unwrap_or(0)) * bytes.len() as u64);
            give_back(bytes);
        }
    }
}
