import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { controlSocketPath } from '../../apps/portal/dist/app/data-folder.js';
import { runThroughPortal } from '../../apps/portal/dist/cli/control.js';
import { OwnFiles } from '../../apps/portal/dist/cli/shell/caller-files.js';

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

/** Runs an operator's command in a process of its own, where no portal has the folder, and answers what it said. */
export function spawnCommand(folder: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    env: environment(folder),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`tidewaiter ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

/** Runs an operator's command in the portal that has the folder, as the command itself would, and answers what it said. */
export async function runCommand(folder: string, ...args: string[]): Promise<string> {
  const said: string[] = [];
  const failed: string[] = [];
  const exit = await runThroughPortal(controlSocketPath(folder), args, {
    cwd: process.cwd(),
    files: new OwnFiles(process.cwd()),
    operator: 'operator of the tests',
    isTerminal: false,
    out: (text) => said.push(text),
    err: (text) => failed.push(text),
    ask: undefined,
    progress: () => {},
  });
  if (exit !== 0) throw new Error(`tidewaiter ${args.join(' ')} failed: ${failed.join('\n')}`);
  return said.join('\n');
}
