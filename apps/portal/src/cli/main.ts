import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '@tidewaiter/contract';
import { readConfig } from '../app/config.js';
import { becomeOwner, controlSocketPath, FolderBusy, FolderExposed, FolderOfAnother } from '../app/data-folder.js';
import { openedLater } from '../app/services.js';
import { mustAgree } from '../app/stores.js';
import { operatorName } from './operator-name.js';
import { OwnFiles } from './shell/caller-files.js';
import { type CommandContext, EXIT } from './shell/context.js';
import { harmless, plainLine } from './shell/print.js';
import { terminal } from './shell/terminal.js';

/** A portal that is just starting holds the lock before it takes commands, on a slow machine for long: tries, a second apart. */
const PORTAL_TRIES = 60;

/** Runs a command here; when the data folder is in use, through the portal that has it; where it is another user's and this is root, as that user. */
async function main(argv: readonly string[]): Promise<number> {
  // What is written, by the engines too, is for this user alone.
  process.umask(0o077);
  const config = readConfig(process.env, process.cwd());
  const isServe = argv[0] === 'serve';
  if (isServe) becomeOwner(config.dataFolder);
  const purpose = `tidewaiter ${argv[0] ?? ''}`.trim();
  const said = terminal();
  const stores = openedLater(config, purpose, said.err);
  const files = new OwnFiles(process.cwd());
  const context = {
    cwd: process.cwd(),
    isPortal: false,
    operator: operatorName(process.env),
    ...{ config, files, ...said, ...stores },
  };
  // A portal's stores are opened while all that it serves with is being loaded.
  const portal = isServe && argv.length === 1 ? stores.services() : undefined;
  portal?.catch(() => {});
  const { createProgram, runCommandLine } = await import('./program.js');
  const program = createProgram(context, async () => {
    const { serve } = await import('./serve.js');
    await serve(config, context, stores.services());
  });
  try {
    return await runCommandLine(program, context, argv);
  } catch (error) {
    if (isServe) throw error;
    return await elsewhere(error, argv, context, purpose);
  } finally {
    // A portal has closed its own.
    if (!isServe) await stores.close();
    await files.close();
  }
}

type Caller = CommandContext & { files: OwnFiles };

async function elsewhere(error: unknown, argv: readonly string[], caller: Caller, purpose: string): Promise<number> {
  if (error instanceof FolderOfAnother) {
    const { runAsOwner } = await import('./run-as-owner.js');
    return runAsOwner(error, argv, caller, purpose).catch((thrown) => elsewhere(thrown, argv, caller, purpose));
  }
  if (!(error instanceof FolderBusy)) throw error;
  mustAgree(caller.config, true);
  return throughPortal(error, argv, caller);
}

async function throughPortal(busy: FolderBusy, argv: readonly string[], caller: Caller): Promise<number> {
  const { runThroughPortal } = await import('./control.js');
  const socket = controlSocketPath(caller.config.dataFolder);
  const isPortal = busy.holder.startsWith('tidewaiter serve');
  for (let attempt = 0; attempt < (isPortal ? PORTAL_TRIES : 1); attempt += 1) {
    const exit = await runThroughPortal(socket, argv, caller);
    if (exit !== undefined) return exit;
    if (isPortal) await sleep(1000);
  }
  const until = isPortal ? 'it takes commands: it is still starting, or stopping' : 'it has ended';
  caller.err(harmless(`${caller.config.dataFolder} is in use by ${busy.holder}. Try again when ${until}.`));
  return EXIT.failed;
}

/** How a second portal is had: told to whoever finds the data folder of the first in use. */
const SEVERAL_PORTALS =
  'Several portals need both DATABASE_URL and CLICKHOUSE_URL, and each a data folder of its own (TIDEWAITER_DATA_DIR).';

/** The innermost reason: a driver's error says less than what it wraps. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message || error.name : reasonOf(error.cause);
}

/** Which of the two ports that a portal listens on somebody else has. */
function portTaken(error: unknown): string {
  const port = String(error instanceof Error && 'port' in error ? error.port : '');
  return `Port ${port} is taken. Set ${port === process.env.METRICS_PORT ? 'METRICS_PORT' : 'PORT'} to another one.`;
}

/** Failures of the surroundings in plain words; faults of ours with their stack, where somebody looks for them. */
function explain(error: unknown): string {
  if (error instanceof OperatorError)
    return [error.message, ...error.details.map((detail) => `  ${detail}`)].join('\n');
  if (error instanceof FolderExposed) return error.message;
  if (error instanceof FolderBusy) return `${error.message} ${SEVERAL_PORTALS}`;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return portTaken(error);
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) return error.stack ?? error.message;
  return `${plainLine(reasonOf(error))}\nSet LOG_LEVEL=debug to see where this comes from.`;
}

// A portal that has started this command to work for it has died: nobody waits for it, and whoever runs it again must find its folder free.
// Whoever starts portals may end without them.
if (process.argv[2] !== 'serve') process.once('disconnect', () => process.exit(EXIT.failed));
process.channel?.unref();

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${harmless(explain(error))}\n`);
  // At once: what a start that failed has left open does not keep the process.
  process.exit(EXIT.failed);
}
