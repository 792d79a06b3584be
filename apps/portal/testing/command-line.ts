import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';
import { afterAll, beforeAll } from 'vitest';
import { readConfig } from '../src/app/config.js';
import { openRecordServices, openServices, type RecordServices, type Services } from '../src/app/services.js';
import { createProgram, runCommandLine } from '../src/cli/program.js';
import { OwnFiles } from '../src/cli/shell/caller-files.js';
import { type CommandContext, NoAnswer } from '../src/cli/shell/context.js';
import type { TestPortal } from './portal.js';

/** Who gives the commands of tests. */
export const OPERATOR = 'harbour-master';

/** What a command line ended with, and what it wrote. */
export interface Finished {
  status: number | null;
  out: string;
  err: string;
}

/** Runs a command line within this process, over what is open: all of a command but its start as a process. */
export async function runHere(
  {
    ask,
    config = readConfig({ LOG_LEVEL: 'silent' }, tmpdir()),
    ...opened
  }: Pick<CommandContext, 'records' | 'services'> & Partial<Pick<CommandContext, 'ask' | 'config'>>,
  ...args: string[]
): Promise<Finished> {
  const [out, err]: [string[], string[]] = [[], []];
  const context: CommandContext = {
    ...opened,
    config,
    cwd: tmpdir(),
    files: new OwnFiles(tmpdir()),
    isTerminal: false,
    isPortal: false,
    operator: OPERATOR,
    out: (text) => out.push(`${text}\n`),
    err: (text) => err.push(`${text}\n`),
    progress: () => {},
    ask,
  };
  const program = createProgram(context, async () => {
    throw new OperatorError('The portal is running already.');
  });
  const status = await runCommandLine(program, context, args);
  return { status, out: out.join(''), err: err.join('') };
}

/** Runs a command line that needs nothing to be open. */
export const saidAlone = (...args: string[]) => {
  const opens = async () => {
    throw new Error('it opens what it does not need');
  };
  return runHere({ records: opens, services: opens }, ...args);
};

/** Commands that are given within a portal. */
export function commandsOf(portal: TestPortal) {
  const opened = () => {
    const { services, config } = portal;
    return { config, records: async () => services.records, services: async () => services };
  };
  const run = (...args: string[]) => runHere(opened(), ...args);
  return {
    run,
    /** What a program reads of one. */
    json: async (...args: string[]) => JSON.parse((await run(...args, '--json')).out),
    /** Runs one that asks, where this is all that is answered. */
    answered: (answer: string, ...args: string[]) => runHere({ ...opened(), ask: async () => answer }, ...args),
  };
}

export interface CommandLine {
  /** The data folder. */
  path: string;
  run(...args: string[]): Promise<Finished>;
  /** What a program reads of a command. */
  json(...args: string[]): Promise<ReturnType<typeof JSON.parse>>;
  /** Runs a command that asks; what it asks is part of what it wrote, and where no answer is left it gets none. */
  runAsked(answers: readonly string[], ...args: string[]): Promise<Finished>;
  /** Lets go of the folder: the next command finds it as a start does. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Command lines that run one after another in a data folder, within this process.
 *
 * @param settings those that are not left as they are
 * @param given a folder that nothing else has open meanwhile, and that stays; without one, a new one that goes with it
 */
export async function commandLine(given?: string, settings: NodeJS.ProcessEnv = {}): Promise<CommandLine> {
  const path = given ?? (await mkdtemp(join(tmpdir(), 'tidewaiter-command-')));
  const config = readConfig({ ...settings, TIDEWAITER_DATA_DIR: path, LOG_LEVEL: 'silent' }, tmpdir());
  let recordHouse: RecordServices | undefined;
  let services: Services | undefined;
  let asksForRecords = false;
  const opened = {
    config,
    async records() {
      if (services) return services.records;
      asksForRecords = true;
      recordHouse ??= await openRecordServices(config, 'test');
      return recordHouse.records;
    },
    async services(opening?: { join: boolean }) {
      // In a process of its own it would find its own folder in use.
      if (asksForRecords) throw new Error('A command asks for the records alone, or for all.');
      await recordHouse?.close();
      recordHouse = undefined;
      services ??= await openServices(config, 'test', undefined, opening);
      return services;
    },
  };
  const reopen = async () => {
    const opened = services ?? recordHouse;
    [services, recordHouse] = [undefined, undefined];
    await opened?.close();
  };
  const run = (...args: string[]) => {
    asksForRecords = false;
    return runHere(opened, ...args);
  };
  return {
    path,
    run,
    json: async (...args) => JSON.parse((await run(...args, '--json')).out),
    async runAsked(answers, ...args) {
      asksForRecords = false;
      const asked: string[] = [];
      const rest = [...answers];
      const ask = async (prompt: string) => {
        asked.push(prompt);
        const answer = rest.shift();
        if (answer === undefined) throw new NoAnswer();
        return answer;
      };
      const { out, ...finished } = await runHere({ ...opened, ask }, ...args);
      return { ...finished, out: `${out}${asked.join('\n')}` };
    },
    reopen,
    async close() {
      await reopen();
      if (given === undefined) await rm(path, { recursive: true, force: true });
    },
  };
}

/** One for all tests of a file. */
export function sharedCommandLine(settings: NodeJS.ProcessEnv = {}): CommandLine {
  const line = {} as CommandLine;
  let opened: CommandLine | undefined;
  beforeAll(async () => {
    opened = await commandLine(undefined, settings);
    Object.setPrototypeOf(line, opened);
  });
  afterAll(() => opened?.close());
  return line;
}
