import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The built command. */
export const COMMAND = fileURLToPath(new URL('../../apps/portal/bin/tidewaiter.js', import.meta.url));

/** The surroundings of a command, or of a portal, that works in a folder. */
export const environment = (folder: string) => ({
  ...process.env,
  TIDEWAITER_DATA_DIR: folder,
  PORT: '0',
  // What a proof of work is worth is not what the tests are about.
  CAPTCHA_WORK: '20',
});

/** Runs an operator's command to its end, and answers what it said. */
export function runCommand(folder: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    env: environment(folder),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`tidewaiter ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}
