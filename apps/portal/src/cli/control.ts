import { chmodSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { createInterface } from 'node:readline';
import { OperatorError } from '@tidewaiter/contract';
import { z } from 'zod';
import type { Config } from '../app/config.js';
import type { CommandRun, Services } from '../app/services.js';
import { createProgram, runCommandLine } from './program.js';
import { type CommandContext, EXIT, NoAnswer } from './shell/context.js';

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

/** One line of what comes back, as JSON: text for either stream, a step of progress, a question, and at last the exit status. */
const remoteEvent = z.union([
  z.object({ out: z.string() }),
  z.object({ err: z.string() }),
  z.object({
    progress: z.object({ label: z.string(), done: z.number().optional(), total: z.number().optional() }).nullable(),
  }),
  z.object({ ask: z.string() }),
  z.object({ exit: z.number() }),
]);
type RemoteEvent = z.input<typeof remoteEvent>;

/**
 * Lets commands of the same user work through a running portal: a Unix socket of mode 0600. The caller holds the data
 * folder's lock, so a socket that is still there belongs to a process that died.
 */
export async function listenForCommands(path: string, services: Services, config: Config): Promise<Server> {
  const server = createServer((incoming, answer) => {
    const send = (event: RemoteEvent) => answer.write(`${JSON.stringify(event)}\n`);
    answer.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const gone = new AbortController();
    answer.once('close', () => gone.abort());
    const lines = createInterface({ input: incoming })[Symbol.asyncIterator]();
    nextLine(lines)
      .then((line) => {
        const command = remoteCommand.safeParse(JSON.parse(line));
        if (!command.success) throw new Error('this is no command line');
        return runHere(command.data, { services, config, gone: gone.signal }, send, () => nextLine(lines));
      })
      .catch((error: unknown) => {
        send({ err: `The command failed inside the portal: ${error instanceof Error ? error.message : error}` });
        return EXIT.failed;
      })
      .then((exit) => {
        send({ exit });
        answer.end();
      });
  });
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

async function runHere(
  { argv, canAsk, ...told }: RemoteCommand,
  { services, config, gone }: { services: Services; config: Config; gone: AbortSignal },
  send: (event: RemoteEvent) => void,
  nextAnswer: () => Promise<string>,
): Promise<number> {
  const context: CommandContext = {
    ...told,
    isPortal: true,
    ...{ config, gone },
    out: (text) => send({ out: text }),
    err: (text) => send({ err: text }),
    progress: (progress) => send({ progress }),
    ask: canAsk
      ? (prompt) => {
          send({ ask: prompt });
          return nextAnswer();
        }
      : undefined,
    records: async () => services.records,
    services: async () => services,
  };
  const program = createProgram(context, async () => {
    throw new OperatorError('The portal is running already.');
  });
  const command = program.commands.map((one) => one.name()).find((name) => name === argv[0]) ?? 'other';
  // What breaks is told by whoever listens at the socket.
  const exit = await runCommandLine(program, context, argv).catch((error: unknown) => {
    heard(services, command, 'failed');
    throw error;
  });
  heard(services, command, exit === EXIT.done ? 'done' : exit === EXIT.usage ? 'usage' : 'failed');
  return exit;
}

function heard({ commands }: Services, command: string, outcome: CommandRun['outcome']): void {
  for (const listener of commands) listener({ command, outcome });
}

/**
 * Runs a command inside the portal that listens at a socket.
 *
 * @returns its exit status, or undefined when nothing listens there
 */
export async function runThroughPortal(
  path: string,
  argv: readonly string[],
  context: Omit<CommandContext, 'config' | 'isPortal' | 'records' | 'services'>,
): Promise<number | undefined> {
  const { cwd, operator, isTerminal, ask } = context;
  const command: RemoteCommand = { argv: [...argv], cwd, operator, isTerminal, canAsk: ask !== undefined };
  return new Promise((resolve, reject) => {
    const call = request({ socketPath: path, method: 'POST', path: '/' }, (answer) => {
      let exit: number | undefined;
      const lines = createInterface({ input: answer });
      lines.on('line', (line) => {
        const event = remoteEvent.parse(JSON.parse(line));
        if ('out' in event) context.out(event.out);
        else if ('err' in event) context.err(event.err);
        else if ('exit' in event) exit = event.exit;
        else if ('ask' in event) {
          ask?.(event.ask).then(
            (line) => call.write(`${line}\n`),
            () => call.end(),
          );
        } else {
          const { progress } = event;
          context.progress(progress && JSON.parse(JSON.stringify(progress)));
        }
      });
      lines.on('close', () => {
        call.end();
        if (exit !== undefined) resolve(exit);
        else reject(new Error('The portal stopped before the command ended. Run it again to be sure of its effect.'));
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
