/**
 * `npm run dev`: the portal and the browser app while they are worked on. What is compiled anew restarts the portal; the browser app
 * is served by Vite, which replaces changed modules in the page and passes calls on to the portal.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, COMMAND, checkNode, install, makeDemo, ROOT, say } from './setup.mjs';

checkNode();
install();
build();
if (!(await makeDemo())) process.exit(1);

const started = [
  ['npx', ['tsc', '-b', '--watch', '--preserveWatchOutput'], ROOT],
  [process.execPath, ['--watch', '--watch-preserve-output', '--enable-source-maps', COMMAND, 'serve'], ROOT],
  ['npx', ['vite', '--clearScreen', 'false'], join(ROOT, 'apps/web')],
].map(([program, args, cwd]) => spawn(program, args, { cwd, stdio: 'inherit' }));
say("The browser app is at Vite's address below; its calls go to the portal at port 3000.");

let ending = false;
function end(status) {
  if (ending) return;
  ending = true;
  for (const child of started) child.kill('SIGTERM');
  process.exitCode = status;
}
// Ctrl+C reaches all of them by itself; a signal sent to this process alone is passed on.
process.on('SIGINT', () => end(0));
process.on('SIGTERM', () => end(0));
for (const child of started) child.on('exit', (code) => end(code ?? 1));
