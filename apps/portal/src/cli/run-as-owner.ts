import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '@tidewaiter/contract';
import type { FolderOfAnother } from '../app/data-folder.js';
import { runThroughPortal } from './control.js';
import type { OwnFiles } from './shell/caller-files.js';
import type { CommandContext } from './shell/context.js';

const AS_OWNER = fileURLToPath(new URL('as-owner.js', import.meta.url));

/**
 * Runs a command of root as the owner of a data folder, in a process of its own: what is written there is its owner's, and the files that
 * the command line names are read and written by root.
 *
 * @returns its exit status
 * @throws FolderBusy when another process has the data folder
 * @throws OperatorError when the owner cannot run it
 */
export async function runAsOwner(
  { dataFolder, owner }: FolderOfAnother,
  argv: readonly string[],
  context: CommandContext & { files: OwnFiles },
  purpose: string,
): Promise<number> {
  // The settings are in the environment by now: a file that holds them may be root's alone.
  const child = fork(AS_OWNER, { ...owner, cwd: '/', execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = new Promise<undefined>((resolve) => {
    child.once('error', () => resolve(undefined)).once('close', () => resolve(undefined));
  });
  try {
    child.send({ cwd: context.cwd, purpose });
    const listening = once(child, 'message').then(([socket]) => String(socket));
    const socket = await Promise.race([listening.catch(() => undefined), ended]);
    const exit = socket === undefined ? undefined : await runThroughPortal(socket, argv, context);
    if (exit !== undefined) return exit;
  } finally {
    if (child.connected) child.send('end');
    await ended;
  }
  throw new OperatorError(`${dataFolder} belongs to user ${owner.uid}, and the command cannot be run as that user.`, [
    'What is installed must be readable to them: Node.js, and the checkout with the folders above it.',
  ]);
}
