import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../apps/portal/bin/tidewaiter.js', import.meta.url));

/** Enough records for several pages of any common question. */
const ROWS = 60_000;
/** Last day with records. */
const UNTIL = '2026-10-31';

export interface Portal {
  url: string;
  email: string;
  password: string;
  /** Runs an operator's command beside the running portal. */
  command(...args: string[]): string;
  /** The messages to an address that lie in the outbox, as read, the oldest first. */
  mailTo(address: string): string[];
  stop(): Promise<void>;
}

interface PortalOptions {
  rows?: number;
  /** Settings beside the folder and the port. */
  settings?: Record<string, string>;
}

/** Starts the built portal over generated records, in a folder and at a port of its own. */
export async function startPortal({ rows = ROWS, settings = {} }: PortalOptions = {}): Promise<Portal> {
  const folder = mkdtempSync(join(tmpdir(), 'tidewaiter-browser-'));
  const env = { ...process.env, ...settings, TIDEWAITER_DATA_DIR: folder, PORT: '0' };
  const command = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`tidewaiter ${args.join(' ')} failed: ${stderr}`);
    return stdout;
  };
  const demo = JSON.parse(command('demo', '--rows', String(rows), '--until', UNTIL, '--json'));
  const child = spawn(process.execPath, [COMMAND, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await readyAt(child);
  return {
    url,
    email: demo.email,
    password: demo.password,
    command,
    mailTo: (address) => mailTo(join(folder, 'outbox'), address),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function mailTo(outbox: string, address: string): string[] {
  if (!existsSync(outbox)) return [];
  const messages = readdirSync(outbox)
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
    child.once('exit', () => reject(new Error(`the portal ended: ${said}`)));
  });
}
