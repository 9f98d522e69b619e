//! Work of the processor that is done while something else is: only on large contents, where a thread costs little beside it.

/// Contents below this are worked through faster than a thread begins.
const LARGE: usize = 1 << 20;

/// What `aside` makes of `bytes`, and what `act` does meanwhile.
pub(crate) fn meanwhile<A: Send, T>(
    bytes: &[u8],
    aside: impl Fn(&[u8]) -> A + Sync,
    act: impl FnOnce() -> T,
) -> (A, T) {
    if bytes.len() < LARGE {
        let done = act();
        return (aside(bytes), done);
    }
    std::thread::scope(|scope| {
        let working = std::thread::Builder::new().spawn_scoped(scope, || aside(bytes));
        let done = act();
        // No thread to be had: then it is done now.
        let made = working.ok().and_then(|working| working.join().ok());
        (made.unwrap_or_else(|| aside(bytes)), done)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_plan::ContentHash;

    #[test]
    fn what_is_made_aside_is_made_of_the_bytes() {
        for bytes in [vec![], vec![1; 10], vec![2; LARGE], vec![3; LARGE + 1]] {
            let sum = || bytes.iter().map(|byte| u64::from(*byte)).sum::<u64>();
            let (hash, sum) = meanwhile(&bytes, ContentHash::of, sum);
            assert_eq!(hash, ContentHash::of(&bytes));
            assert_eq!(sum, u64::from(bytes.first().copied().unwrap_or(0)) * bytes.len() as u64);
        }
    }
}
