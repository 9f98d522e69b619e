'use strict';
// Runs the binary of this platform in place of itself: same arguments, streams and exit status.

const { spawnSync } = require('child_process');
const path = require('path');

module.exports = function launch(name) {
  const platform = `cairn-planning-${process.platform}-${process.arch}`;
  let folder;
  try {
    folder = path.dirname(require.resolve(`${platform}/package.json`));
  } catch {
    console.error(`error: there is no package \`${platform}\` beside \`cairn-planning\``);
    console.error('  hint: install without `--omit=optional`; on other platforms build it with `cargo install`');
    process.exit(1);
  }
  // The terminal sends Ctrl-C to both of us; the binary decides what becomes of it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  const done = spawnSync(path.join(folder, 'bin', name), process.argv.slice(2), { stdio: 'inherit' });
  if (done.error) {
    console.error(`error: cannot run \`${name}\`: ${done.error.message}`);
    process.exit(1);
  }
  if (done.signal) {
    process.removeAllListeners(done.signal);
    process.kill(process.pid, done.signal);
  }
  process.exit(done.status ?? 1);
};
