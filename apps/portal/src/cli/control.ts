import { chmodSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { OperatorError } from '@tidewaiter/contract';
import { z } from 'zod';
import type { Config } from '../app/config.js';
import { FolderBusy } from '../app/data-folder.js';
import type { CommandRun, Services } from '../app/services.js';
import { askedDeed, Caller, OpenDeeds, RemoteFiles } from './deeds.js';
import { filesNamedBy } from './named-files.js';
import { createProgram, runCommandLine } from './program.js';
import type { OwnFiles } from './shell/caller-files.js';
import { type CommandContext, EXIT, NoAnswer } from './shell/context.js';
import { harmless } from './shell/print.js';

/** A command line as it travels to the running portal. */
const remoteCommand = z.strictObject({
  argv: z.array(z.string()),
  cwd: z.string(),
  /** Who gives it. Whoever reaches the socket is the portal's user, and could be believed to be anybody: so they are believed. */
  operator: z.string(),
  isTerminal: z.boolean(),
  /** Whether somebody is there to be asked: each answer is a line behind this one. */
  canAsk: z.boolean(),
});
type RemoteCommand = z.output<typeof remoteCommand>;

/**
 * One line of what comes back, as JSON: text for either stream, a step of progress, a question, something to be done with the caller's files,
 * and at last the exit status, or who has the data folder that the command needs.
 */
const remoteEvent = z.union([
  z.object({ out: z.string(), over: z.literal(true).optional() }),
  z.object({ err: z.string() }),
  z.object({
    progress: z.object({ label: z.string(), done: z.number().optional(), total: z.number().optional() }).nullable(),
  }),
  z.object({ ask: z.string() }),
  z.object({ deed: askedDeed }),
  z.object({ exit: z.number() }),
  z.object({ busy: z.string() }),
]);
type RemoteEvent = z.input<typeof remoteEvent>;

/** Where commands run on behalf of other processes: a portal, or a process that works as the owner of a data folder. */
export interface CommandHost extends Pick<CommandContext, 'config' | 'isPortal' | 'records' | 'services'> {
  /** Where copies of the callers' files lie. */
  scratch: string;
  /** Hears what became of a command. */
  ended?(run: CommandRun): void;
}

/** A running portal, with what it has open. */
export const portalAsHost = (services: Services, config: Config): CommandHost => ({
  ...{ config, isPortal: true, scratch: services.records.staging.folder },
  records: async () => services.records,
  services: async () => services,
  ended(run) {
    for (const listener of services.commands) listener(run);
  },
});

/**
 * Lets commands of the same user, or root, work through this process: a Unix socket of mode 0600. Whoever calls it has seen to it that a
 * socket which is still there belongs to a process that died.
 */
export async function listenForCommands(path: string, host: CommandHost): Promise<Server> {
  const deeds = new OpenDeeds();
  const server = createServer((incoming, answer) => {
    if (incoming.url !== '/') return void deeds.answer(incoming, answer);
    const send = (event: RemoteEvent) => answer.write(`${JSON.stringify(event)}\n`);
    answer.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const gone = new AbortController();
    answer.once('close', () => gone.abort());
    const lines = createInterface({ input: incoming })[Symbol.asyncIterator]();
    nextLine(lines)
      .then((line) => {
        const command = remoteCommand.safeParse(JSON.parse(line));
        if (!command.success) throw new Error('this is no command line');
        const { cwd } = command.data;
        const files = new RemoteFiles(deeds.askerFor(send, gone.signal), cwd, host.scratch);
        const running = { host, files, gone: gone.signal, nextAnswer: () => nextLine(lines) };
        return runHere(command.data, running, send).finally(() => files.close());
      })
      .then((exit) => send({ exit }))
      .catch((error: unknown) => {
        if (error instanceof FolderBusy) return send({ busy: error.holder });
        send({ err: `The command failed inside the portal: ${error instanceof Error ? error.message : error}` });
        return send({ exit: EXIT.failed });
      })
      .then(() => answer.end());
  });
  // Whoever is asked thinks for as long as they like, and a file may be large.
  server.requestTimeout = 0;
  rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Made within the call, so nobody else can connect even for a moment; the mask is the whole process's.
    const mask = process.umask(0o177);
    server.listen(path, resolve);
    process.umask(mask);
  });
  chmodSync(path, 0o600);
  return server;
}

/** The next line of what a command's caller says. */
async function nextLine(lines: AsyncIterator<string>): Promise<string> {
  // Where the caller is gone, so is the stream, with a failure of its own.
  const { value, done } = await lines.next().catch(() => ({ value: '', done: true }));
  if (done) throw new NoAnswer();
  return value;
}

interface Running {
  host: CommandHost;
  files: RemoteFiles;
  gone: AbortSignal;
  nextAnswer: () => Promise<string>;
}

async function runHere(
  { argv, canAsk, ...told }: RemoteCommand,
  { host: { scratch, ended, ...host }, files, gone, nextAnswer }: Running,
  send: (event: RemoteEvent) => void,
): Promise<number> {
  const context: CommandContext = {
    ...told,
    ...host,
    ...{ files, gone },
    out: (text, how) => send({ out: files.inCallersWords(text), ...how }),
    err: (text) => send({ err: files.inCallersWords(text) }),
    progress: (progress) => send({ progress }),
    ask: canAsk
      ? (prompt) => {
          send({ ask: prompt });
          return nextAnswer();
        }
      : undefined,
  };
  const program = createProgram(context, async () => {
    throw new OperatorError('The portal is running already.');
  });
  const command = program.commands.map((one) => one.name()).find((name) => name === argv[0]) ?? 'other';
  // What breaks is told by whoever listens at the socket.
  const exit = await runCommandLine(program, context, argv).catch((error: unknown) => {
    ended?.({ command, outcome: 'failed' });
    throw error;
  });
  ended?.({ command, outcome: exit === EXIT.done ? 'done' : exit === EXIT.usage ? 'usage' : 'failed' });
  return exit;
}

class PortalGone extends OperatorError {
  constructor() {
    super('The portal went away before the command had ended.', [
      'Start it again (npx tidewaiter serve) and give the command once more: what a load had read is cleared away, and nothing of it shows.',
    ]);
  }
}

/**
 * Runs a command inside the process that listens at a socket, and does what it asks of the files that the command line names.
 *
 * @returns its exit status, or undefined when nothing listens there
 * @throws FolderBusy when the data folder is in use by yet another process
 */
export async function runThroughPortal(
  path: string,
  argv: readonly string[],
  context: Omit<CommandContext, 'config' | 'isPortal' | 'records' | 'services' | 'files'> & { files: OwnFiles },
): Promise<number | undefined> {
  const { cwd, operator, isTerminal, ask, files } = context;
  const caller = new Caller(path, await filesNamedBy(argv), files);
  const command: RemoteCommand = { argv: [...argv], cwd, operator, isTerminal, canAsk: ask !== undefined };
  return new Promise((resolve, reject) => {
    const call = request({ socketPath: path, method: 'POST', path: '/', agent: false }, (answer) => {
      let exit: number | undefined;
      const lines = createInterface({ input: answer });
      // A portal that is killed ends its answer in the middle, which is an error of the lines.
      lines.on('error', () => reject(new PortalGone()));
      lines.on('line', (line) => {
        const event = remoteEvent.parse(JSON.parse(line));
        if ('out' in event) context.out(harmless(event.out), event.over && { over: true });
        else if ('err' in event) context.err(harmless(event.err));
        else if ('exit' in event) exit = event.exit;
        else if ('busy' in event) reject(new FolderBusy(dirname(path), event.busy));
        else if ('deed' in event) caller.perform(event.deed);
        else if ('ask' in event) {
          ask?.(harmless(event.ask)).then(
            (line) => {
              caller.hasSaid(line);
              call.write(`${line}\n`);
            },
            () => call.end(),
          );
        } else {
          const { progress } = event;
          context.progress(progress && JSON.parse(JSON.stringify({ ...progress, label: harmless(progress.label) })));
        }
      });
      lines.on('close', () => {
        call.end();
        if (exit !== undefined) resolve(exit);
        else reject(new PortalGone());
      });
    });
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
      else reject(error);
    });
    call.write(`${JSON.stringify(command)}\n`);
    if (!command.canAsk) call.end();
  });
}
