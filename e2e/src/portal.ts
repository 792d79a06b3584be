import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND, environment, runCommand } from './command.js';
import { copyDemoFolder } from './demo-folder.js';

export interface Portal {
  url: string;
  email: string;
  password: string;
  /** Runs an operator's command in the running portal, as the command does: a process for each would cost more than a second. */
  command(...args: string[]): Promise<string>;
  /** The messages to an address that lie in the outbox, as read, the oldest first. */
  mailTo(address: string): string[];
  stop(): Promise<void>;
}

/** Within these a portal starts, or ends: less than the fixture has that waits for it, after which nobody would end it. */
const START_MS = 100_000;
const END_MS = 15_000;

/**
 * Starts the built portal over the demo's records, in a folder and at a port of its own. One that does not start in its time is ended.
 *
 * @param settings beside the folder and the port
 */
export async function startPortal(settings: Record<string, string> = {}, startMs = START_MS): Promise<Portal> {
  const folder = copyDemoFolder();
  const { email, password } = JSON.parse(readFileSync(join(folder, 'demo-sign-in.json'), 'utf8'));
  const child = spawn(process.execPath, [COMMAND, 'serve'], {
    env: { LOG_LEVEL: 'error', ...environment(folder), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const kill = () => child.kill('SIGKILL');
  // Not beyond the worker that started it, however that ends.
  process.once('exit', kill);
  async function stop(signal: 'SIGTERM' | 'SIGKILL') {
    child.kill(signal);
    const late = setTimeout(kill, END_MS);
    await ended;
    clearTimeout(late);
    process.off('exit', kill);
    rmSync(folder, { recursive: true, force: true });
  }
  const late = setTimeout(kill, startMs);
  const url = await readyAt(child).catch(async (error) => {
    await stop('SIGKILL');
    throw error;
  });
  clearTimeout(late);
  // What goes wrong within the portal is told beside the test that sees it go wrong.
  child.stdout.pipe(process.stderr, { end: false });
  return {
    url,
    email,
    password,
    command: (...args) => runCommand(folder, ...args),
    mailTo: (address) => mailTo(join(folder, 'outbox'), address),
    stop: () => stop('SIGTERM'),
  };
}

/** The data version that answers name now; tests that load files raise it. */
export async function dataVersion(portal: Portal): Promise<number> {
  return JSON.parse(await portal.command('loads', '--json')).dataVersion;
}

function mailTo(outbox: string, address: string): string[] {
  if (!existsSync(outbox)) return [];
  // One that is still being written has another name.
  const messages = readdirSync(outbox)
    .filter((file) => file.endsWith('.eml'))
    .sort()
    .map((file) => readFileSync(join(outbox, file), 'utf8'));
  return messages.filter((message) => message.includes(`To: ${address}\r\n`)).map(bodyOf);
}

/** The text of a message; long lines travel as quoted-printable. */
function bodyOf(message: string): string {
  const [head = '', ...rest] = message.split('\r\n\r\n');
  const body = rest.join('\n\n');
  if (!/quoted-printable/i.test(head)) return body;
  return body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function readyAt(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const ready = /ready at (\S+)/.exec(said);
      if (ready?.[1]) resolve(ready[1]);
    });
    child.once('exit', () => reject(new Error(`the portal, process ${child.pid}, ended before it was ready: ${said}`)));
  });
}
