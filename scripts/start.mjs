/** `npm start`: from a clone to a running portal. Installs and builds what is missing, then serves. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, checkNode, install, ROOT, run, say } from './setup.mjs';

const COMMAND = join(ROOT, 'apps/portal/bin/tidewaiter.js');

/** Left in the folder while the demo is made, so that one that was interrupted is completed by the next start. */
const UNFINISHED = 'demo-unfinished';

function makeDemo(dataFolder) {
  const marker = join(dataFolder, UNFINISHED);
  const fresh = !existsSync(dataFolder) || readdirSync(dataFolder).length === 0;
  if (!fresh && !existsSync(marker)) return;
  // The demo writes its sign-in last: with it there, only the marker was left.
  if (existsSync(join(dataFolder, 'demo-sign-in.json'))) return rmSync(marker);
  say(`Creating ${dataFolder} with generated demo records (about half a minute) …`);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  writeFileSync(marker, '');
  run(process.execPath, [COMMAND, 'demo']);
  rmSync(marker);
}

checkNode();
install();
build();
makeDemo(resolve(ROOT, process.env.TIDEWAITER_DATA_DIR ?? 'data'));
say('Starting the portal …');
const portal = spawn(process.execPath, [COMMAND, 'serve'], { cwd: ROOT, stdio: 'inherit' });
// Ctrl+C reaches the portal by itself; a signal sent to this process alone is passed on.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => portal.kill('SIGTERM'));
portal.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
