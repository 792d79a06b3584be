import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built command, as `npx tidewaiter` runs it. */
export const COMMAND = fileURLToPath(new URL('../../../apps/portal/bin/tidewaiter.js', import.meta.url));

interface Finished {
  status: number | null;
  out: string;
  err: string;
}

export interface CommandFolder {
  path: string;
  /** Runs a command to its end. */
  run(...args: string[]): Promise<Finished>;
  /** Starts a command and leaves it running. */
  start(...args: string[]): ChildProcess;
  /** Starts a portal, with settings beside the folder and the port, and waits until it takes calls; ended by {@link remove} at the latest. @param under what starts it */
  serve(
    settings?: Record<string, string>,
    under?: readonly string[],
  ): Promise<{ url: string; process: ChildProcess; said(): string }>;
  remove(): Promise<void>;
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

/** Where a portal that was started takes calls, once it does, and all that it has said. */
export async function listening(child: ChildProcess): Promise<{ url: string; said(): string }> {
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const ready = /ready at (\S+)/.exec(said);
      if (ready?.[1]) resolve(ready[1]);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('close', () => reject(new Error(`the portal ended: ${said}`)));
  });
  return { url, said: () => said };
}

/**
 * A data folder of its own for commands that run as processes, with an accounts database in it.
 *
 * @param given a folder that is there, with the settings of its portal
 */
export async function commandFolder(given?: string, own: Record<string, string> = {}): Promise<CommandFolder> {
  const path = given ?? (await mkdtemp(join(tmpdir(), 'tidewaiter-command-')));
  const running: ChildProcess[] = [];
  const startWith = (settings: Record<string, string>, args: string[], under: readonly string[] = []) => {
    const [program = process.execPath, ...before] = [...under, process.execPath];
    const child = spawn(program, [...before, COMMAND, ...args], {
      cwd: tmpdir(),
      env: { ...process.env, TIDEWAITER_DATA_DIR: path, PORT: '0', ...own, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(child);
    return child;
  };
  const start = (...args: string[]) => startWith({}, args);
  return {
    path,
    start,
    async run(...args) {
      const child = start(...args);
      const [out, err]: [string[], string[]] = [[], []];
      child.stdout?.on('data', (chunk: Buffer) => out.push(chunk.toString()));
      child.stderr?.on('data', (chunk: Buffer) => err.push(chunk.toString()));
      await new Promise((resolve) => child.once('close', resolve));
      return { status: child.exitCode, out: out.join(''), err: err.join('') };
    },
    async serve(settings = {}, under = []) {
      const child = startWith(settings, ['serve'], under);
      return { process: child, ...(await listening(child)) };
    },
    async remove() {
      for (const child of running) {
        child.kill('SIGTERM');
        await ended(child);
      }
      await rm(path, { recursive: true, force: true });
    },
  };
}

export { ended };
