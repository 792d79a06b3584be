/** `npm start`: from a clone to a running portal. Installs and builds what is missing, then serves. */
import { spawn } from 'node:child_process';
import { buildToRun, COMMAND, checkNode, install, ROOT, say } from './setup.mjs';

checkNode();
install();
await buildToRun();
say('Starting the portal …');
const portal = spawn(process.execPath, [COMMAND, 'serve'], { cwd: ROOT, stdio: 'inherit' });
// Ctrl+C reaches the portal by itself; a signal sent to this process alone is passed on.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => portal.kill('SIGTERM'));
portal.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
