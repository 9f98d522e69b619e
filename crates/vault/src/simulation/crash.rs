//! What a power loss can leave.

use super::world::{Effect, Names, Number, TOP, World};
use super::{Content, SimulatedFs};
use crate::fs::Kind;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Which of the changed names that were not flushed a power loss may keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Persistence {
    /// All up to some moment, as a journal of the whole file system does.
    Ordered,
    /// In each folder all up to some moment of its own.
    OrderedByFolder,
    /// Any of them, in any combination.
    Any,
}

impl Persistence {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Ordered, Self::OrderedByFolder, Self::Any];
}

/// How many states are enumerated at one instant; what exceeds it is sampled: the extremes first, then evenly.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Combinations of names.
    pub names: usize,
    /// Combinations of data for each of these.
    pub data: usize,
    /// Places at which unflushed data may be cut.
    pub cuts: usize,
}

/// The disk after a power loss, as the next boot finds it.
#[derive(Clone, Debug)]
pub struct Crash {
    /// The file system; everything on it is durable.
    pub fs: SimulatedFs,
    /// Tells states apart: equal numbers, equal disks.
    pub fingerprint: u64,
}

impl SimulatedFs {
    /// Everything that a power loss at this instant can leave.
    pub fn crashes(&self, persistence: Persistence, bounds: Bounds, mut visit: impl FnMut(Crash)) {
        let world = self.0.borrow();
        for kept in choices(&world.pending, persistence, bounds.names) {
            let mut durable = world.durable.clone();
            for (effect, keep) in world.pending.iter().zip(&kept) {
                if *keep {
                    World::make_durable(&mut durable, effect);
                }
            }
            for things in data_states(&world, &durable, bounds) {
                let mut booted = boot(things, durable.clone());
                booted.exchanges = world.exchanges;
                booted.makes_nameless = world.makes_nameless;
                visit(Crash { fingerprint: booted.fingerprint(), fs: SimulatedFs::over(booted) });
            }
        }
    }
}

/// Which pending effects are kept: one list of yes and no for each possibility.
fn choices(pending: &[Rc<Effect>], persistence: Persistence, limit: usize) -> Vec<Vec<bool>> {
    let count = pending.len();
    match persistence {
        Persistence::Ordered => {
            (0..=count).map(|kept| (0..count).map(|index| index < kept).collect()).collect()
        }
        Persistence::OrderedByFolder => by_folder(pending, limit),
        Persistence::Any => any(count, limit),
    }
}

fn any(count: usize, limit: usize) -> Vec<Vec<bool>> {
    let bits = |number: u64| (0..count).map(|index| number >> (index % 64) & 1 == 1).collect::<Vec<bool>>();
    if count < 20 && 1_usize << count <= limit {
        return (0..1_u64 << count).map(bits).collect();
    }
    let mut chosen: BTreeSet<Vec<bool>> = BTreeSet::new();
    for kept in 0..=count {
        chosen.insert((0..count).map(|index| index < kept).collect());
        chosen.insert((0..count).map(|index| index != kept).collect());
        chosen.insert((0..count).map(|index| index == kept).collect());
    }
    let mut sample = Sample(1);
    while chosen.len() < limit {
        chosen.insert(bits(sample.next()));
    }
    chosen.into_iter().collect()
}

fn by_folder(pending: &[Rc<Effect>], limit: usize) -> Vec<Vec<bool>> {
    let folder = |effect: &Effect| effect.0.first().map_or(TOP, |(dir, _, _)| *dir);
    let mut counts: BTreeMap<Number, usize> = BTreeMap::new();
    pending.iter().for_each(|effect| *counts.entry(folder(effect)).or_default() += 1);
    let mut all: Vec<BTreeMap<Number, usize>> = vec![BTreeMap::new()];
    for (dir, count) in &counts {
        let longer = all.iter().flat_map(|so_far| {
            (0..=*count).map(|kept| {
                let mut next = so_far.clone();
                next.insert(*dir, kept);
                next
            })
        });
        all = longer.take(limit.max(1)).collect();
    }
    let lists = all.into_iter().map(|mut left| {
        let keep = |effect: &Rc<Effect>| match left.get_mut(&folder(effect)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        };
        pending.iter().map(keep).collect()
    });
    lists.collect()
}

/// Every combination of what the unflushed data of reachable files may be.
fn data_states(
    world: &World,
    durable: &BTreeMap<Number, Rc<Names>>,
    bounds: Bounds,
) -> Vec<Vec<Rc<super::world::Thing>>> {
    let mut all = vec![world.things.clone()];
    for number in reachable(world, durable) {
        let Some(thing) = world.things.get(number).filter(|thing| thing.unflushed) else { continue };
        let states = contents(&thing.flushed, &thing.content, bounds.cuts);
        let more = all.iter().flat_map(|things| {
            states.iter().map(move |content| {
                let mut things = things.clone();
                if let Some(thing) = things.get_mut(number) {
                    Rc::make_mut(thing).content = content.clone();
                }
                things
            })
        });
        all = more.take(bounds.data.max(1)).collect();
    }
    all
}

/// Absent (as it was flushed last), empty, cut, zeros, complete.
fn contents(flushed: &Content, written: &Content, cuts: usize) -> Vec<Content> {
    let length = written.len();
    let mut states = vec![written.clone(), flushed.clone(), Content::default(), vec![0; length].into()];
    for cut in 1..=cuts {
        let kept = length * cut / (cuts + 1);
        let start = written.get(..kept).unwrap_or_default();
        states.push(start.to_vec().into());
        // Allocated to its length, written in part.
        let mut padded = start.to_vec();
        padded.resize(length, 0);
        states.push(padded.into());
    }
    let mut distinct: Vec<Content> = Vec::new();
    for state in states {
        if !distinct.contains(&state) {
            distinct.push(state);
        }
    }
    distinct
}

fn reachable(world: &World, durable: &BTreeMap<Number, Rc<Names>>) -> Vec<Number> {
    let mut found = Vec::new();
    let mut ahead = vec![TOP];
    while let Some(number) = ahead.pop() {
        match world.things.get(number) {
            Some(thing) if thing.kind == Kind::Folder => {
                ahead.extend(durable.get(&number).iter().flat_map(|names| names.values().copied()));
            }
            Some(_) => found.push(number),
            None => {}
        }
    }
    found
}

/// The machine comes up: what is durable is what there is.
fn boot(mut things: Vec<Rc<super::world::Thing>>, durable: BTreeMap<Number, Rc<Names>>) -> World {
    for (number, thing) in things.iter_mut().enumerate() {
        if thing.unflushed {
            let thing = Rc::make_mut(thing);
            thing.unflushed = false;
            thing.flushed = thing.content.clone();
        }
        let none = Rc::default();
        let names = durable.get(&number).unwrap_or(&none);
        if thing.kind == Kind::Folder && thing.names != **names {
            Rc::make_mut(thing).names = (**names).clone();
        }
    }
    let mut world = World::new();
    world.things = things;
    world.durable = durable;
    world
}

/// Numbers that look like chance and are the same every time (splitmix64).
struct Sample(u64);

impl Sample {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
