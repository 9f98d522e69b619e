//! A small generator of numbers: the same triple for the same seed, on every machine.

/// The state of the generator (splitmix64).
#[derive(Clone, Debug)]
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`, which is not 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap_or_default()
    }

    /// True in `part` of `whole` throws.
    pub(crate) fn hits(&mut self, part: usize, whole: usize) -> bool {
        self.below(whole) < part
    }

    /// A place in a list of `length`, `None` for an empty one.
    pub(crate) fn place(&mut self, length: usize) -> Option<usize> {
        (length > 0).then(|| self.below(length))
    }
}
