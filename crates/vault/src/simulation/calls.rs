//! The calls of [`Fs`], each answered as Linux answers it.

use super::SimulatedFs;
use super::world::{Does, Number, TOP, World};
use crate::fs::{Errno, Fs, FsResult, Identity, Kind, Listed, Status};
use cairn_plan::RelativePath;
use std::path::Path;

/// An open file: which one, and how far it was read.
#[derive(Debug)]
pub struct OpenFile {
    number: Number,
    position: usize,
}

impl SimulatedFs {
    /// A call begins: others act, faults strike.
    fn enter(&self, does: Does, changes: bool) -> FsResult<()> {
        let event = {
            let mut world = self.0.borrow_mut();
            world.calls += 1;
            let now = world.calls;
            world.interference.take_if(|(call, _)| *call == now)
        };
        if let Some((_, event)) = event {
            event(self);
        }
        let mut world = self.0.borrow_mut();
        if changes {
            world.remember();
        }
        let Some(fault) = world.fault else { return Ok(()) };
        if fault.call == world.calls {
            world.struck = Some(does);
        }
        if fault.strikes(world.calls, does, world.struck) { Err(fault.errno) } else { Ok(()) }
    }

    fn look<T>(&self, does: Does, look: impl FnOnce(&World) -> FsResult<T>) -> FsResult<T> {
        self.enter(does, false)?;
        look(&self.0.borrow())
    }

    fn act<T>(&self, does: Does, act: impl FnOnce(&mut World) -> FsResult<T>) -> FsResult<T> {
        self.enter(does, true)?;
        act(&mut self.0.borrow_mut())
    }

    fn make_folders(&self, path: &Path) -> FsResult<Number> {
        let mut at = TOP;
        for name in path.components().filter_map(|part| match part {
            std::path::Component::Normal(name) => Some(std::os::unix::ffi::OsStrExt::as_bytes(name)),
            _ => None,
        }) {
            at = match self.look(Does::Open, |world| folder(world, at, name)) {
                Err(Errno::NOENT) => {
                    self.make_dir(&at, name)?;
                    self.sync_dir(&at)?;
                    self.look(Does::Open, |world| folder(world, at, name))?
                }
                other => other?,
            };
        }
        Ok(at)
    }
}

fn folder(world: &World, dir: Number, name: &[u8]) -> FsResult<Number> {
    let number = world.look_up(dir, name)?;
    match world.thing(number)?.kind {
        Kind::Folder => Ok(number),
        Kind::Link => Err(Errno::LOOP),
        Kind::File | Kind::Other => Err(Errno::NOTDIR),
    }
}

fn status_of(world: &World, number: Number) -> FsResult<Status> {
    let thing = world.thing(number)?;
    Ok(Status {
        kind: thing.kind,
        mode: thing.mode,
        size: thing.content.len() as u64,
        identity: Identity { device: 1, number: number as u64 },
        owner: (0, 0),
        modified: (0, 0),
    })
}

fn is_free(world: &World, dir: Number, name: &[u8]) -> FsResult<()> {
    match world.look_up(dir, name) {
        Ok(_) => Err(Errno::EXIST),
        Err(Errno::NOENT) => Ok(()),
        Err(errno) => Err(errno),
    }
}

fn rename(world: &mut World, from: (Number, &[u8]), to: (Number, &[u8])) -> FsResult<()> {
    let number = world.look_up(from.0, from.1)?;
    let take = (from.0, from.1.to_vec(), None);
    world.change(vec![take, (to.0, to.1.to_vec(), Some(number))])
}

impl Fs for SimulatedFs {
    type Dir = Number;
    type File = OpenFile;

    fn open_absolute(&self, path: &Path) -> FsResult<Number> {
        let path = path.to_str().ok_or(Errno::INVAL)?;
        self.look(Does::Open, |world| {
            let number = world.walk(path)?;
            if world.thing(number)?.kind == Kind::Folder { Ok(number) } else { Err(Errno::NOTDIR) }
        })
    }

    fn make_absolute(&self, path: &Path) -> FsResult<Number> {
        match self.open_absolute(path) {
            Err(Errno::NOENT) => self.make_folders(path),
            other => other,
        }
    }

    fn open_beneath(&self, dir: &Number, path: &RelativePath) -> FsResult<Number> {
        self.look(Does::OpenBeneath, |world| {
            path.components().try_fold(*dir, |at, name| folder(world, at, name))
        })
    }

    fn open_dir(&self, dir: &Number, name: &[u8]) -> FsResult<Number> {
        self.look(Does::Open, |world| folder(world, *dir, name))
    }

    fn open_file(&self, dir: &Number, name: &[u8]) -> FsResult<OpenFile> {
        self.look(Does::Open, |world| {
            let number = world.look_up(*dir, name)?;
            if world.thing(number)?.kind == Kind::Link {
                return Err(Errno::LOOP);
            }
            Ok(OpenFile { number, position: 0 })
        })
    }

    fn create(&self, dir: &Number, name: &[u8], mode: u32) -> FsResult<OpenFile> {
        self.act(Does::Create, |world| {
            is_free(world, *dir, name)?;
            let number = world.add(Kind::File, mode & 0o755, Vec::new());
            world.change(vec![(*dir, name.to_vec(), Some(number))])?;
            Ok(OpenFile { number, position: 0 })
        })
    }

    fn create_nameless(&self, _: &Number, mode: u32, _: usize) -> FsResult<OpenFile> {
        if !self.0.borrow().makes_nameless {
            return Err(Errno::NOTSUP);
        }
        self.act(Does::Create, |world| {
            let number = world.add(Kind::File, mode & 0o755, Vec::new());
            world.nameless.insert(number);
            Ok(OpenFile { number, position: 0 })
        })
    }

    fn give_name(&self, file: &OpenFile, dir: &Number, name: &[u8]) -> FsResult<()> {
        self.act(Does::Create, |world| {
            is_free(world, *dir, name)?;
            world.nameless.remove(&file.number);
            world.change(vec![(*dir, name.to_vec(), Some(file.number))])
        })
    }

    fn read(&self, file: &mut OpenFile, buffer: &mut [u8]) -> FsResult<usize> {
        self.look(Does::Read, |world| {
            let rest = world.thing(file.number)?.content.get(file.position..).unwrap_or_default();
            let count = rest.len().min(buffer.len());
            buffer.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
            file.position += count;
            Ok(count)
        })
    }

    fn write(&self, file: &mut OpenFile, bytes: &[u8]) -> FsResult<usize> {
        self.act(Does::Write, |world| {
            let thing = world.thing_mut(file.number)?;
            thing.content.append(bytes);
            thing.unflushed = true;
            Ok(bytes.len())
        })
    }

    fn copy_attributes(&self, file: &OpenFile, like: &Status) -> FsResult<()> {
        self.set_mode(file, like.mode)
    }

    fn set_mode(&self, file: &OpenFile, mode: u32) -> FsResult<()> {
        self.act(Does::Make, |world| {
            world.thing_mut(file.number)?.mode = mode;
            Ok(())
        })
    }

    fn file_status(&self, file: &OpenFile) -> FsResult<Status> {
        self.look(Does::Look, |world| status_of(world, file.number))
    }

    fn sync_file(&self, file: &OpenFile) -> FsResult<()> {
        self.act(Does::Flush, |world| world.flush_file(file.number))
    }

    fn sync_dir(&self, dir: &Number) -> FsResult<()> {
        self.act(Does::Flush, |world| {
            world.flush_folder(*dir);
            Ok(())
        })
    }

    fn rename(&self, dir: &Number, name: &[u8], to_dir: &Number, to: &[u8]) -> FsResult<()> {
        self.act(Does::Rename, |world| rename(world, (*dir, name), (*to_dir, to)))
    }

    fn rename_new(&self, dir: &Number, name: &[u8], to_dir: &Number, to: &[u8]) -> FsResult<()> {
        self.act(Does::RenameNew, |world| {
            is_free(world, *to_dir, to)?;
            rename(world, (*dir, name), (*to_dir, to))
        })
    }

    fn exchange(&self, dir: &Number, name: &[u8], other: &[u8]) -> FsResult<()> {
        self.act(Does::RenameNew, |world| {
            if !world.exchanges {
                return Err(Errno::INVAL);
            }
            let (first, second) = (world.look_up(*dir, name)?, world.look_up(*dir, other)?);
            world.change(vec![(*dir, name.to_vec(), Some(second)), (*dir, other.to_vec(), Some(first))])
        })
    }

    fn unlink(&self, dir: &Number, name: &[u8]) -> FsResult<()> {
        self.act(Does::Remove, |world| {
            let number = world.look_up(*dir, name)?;
            if world.thing(number)?.kind == Kind::Folder {
                return Err(Errno::ISDIR);
            }
            world.change(vec![(*dir, name.to_vec(), None)])
        })
    }

    fn make_dir(&self, dir: &Number, name: &[u8]) -> FsResult<()> {
        self.act(Does::Make, |world| {
            is_free(world, *dir, name)?;
            let number = world.add(Kind::Folder, 0o755, Vec::new());
            world.change(vec![(*dir, name.to_vec(), Some(number))])
        })
    }

    fn remove_dir(&self, dir: &Number, name: &[u8]) -> FsResult<()> {
        self.act(Does::Remove, |world| {
            let number = folder(world, *dir, name)?;
            if !world.thing(number)?.names.is_empty() {
                return Err(Errno::NOTEMPTY);
            }
            world.change(vec![(*dir, name.to_vec(), None)])
        })
    }

    fn symlink(&self, target: &[u8], dir: &Number, name: &[u8]) -> FsResult<()> {
        self.act(Does::Make, |world| {
            is_free(world, *dir, name)?;
            let number = world.add(Kind::Link, 0o777, target.to_vec());
            world.change(vec![(*dir, name.to_vec(), Some(number))])
        })
    }

    fn read_link(&self, dir: &Number, name: &[u8]) -> FsResult<Vec<u8>> {
        self.look(Does::Look, |world| {
            let thing = world.thing(world.look_up(*dir, name)?)?;
            if thing.kind == Kind::Link { Ok(thing.content.to_vec()) } else { Err(Errno::INVAL) }
        })
    }

    fn status(&self, dir: &Number, name: &[u8]) -> FsResult<Status> {
        self.look(Does::Look, |world| status_of(world, world.look_up(*dir, name)?))
    }

    fn read_dir(&self, dir: &Number) -> FsResult<Vec<Listed>> {
        self.look(Does::List, |world| {
            let names = world.thing(*dir)?.names.iter();
            names
                .map(|(name, number)| Ok(Listed { name: name.clone(), kind: world.thing(*number)?.kind }))
                .collect()
        })
    }

    fn try_lock_dir(&self, _: &Number) -> FsResult<bool> {
        self.look(Does::Lock, |_| Ok(true))
    }

    fn try_share_dir(&self, _: &Number) -> FsResult<bool> {
        self.look(Does::Lock, |_| Ok(true))
    }

    fn unlock_dir(&self, _: &Number) {}

    fn try_lock_file(&self, _: &OpenFile) -> FsResult<bool> {
        self.look(Does::Lock, |_| Ok(true))
    }
}
