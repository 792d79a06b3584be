import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';
import type { CommandContext } from '../cli/context.js';
import { createProgram, runCommandLine } from '../cli/program.js';
import { readConfig } from '../config.js';
import { type House, openHouse, openRecordHouse, type RecordHouse } from '../house/house.js';
import { putEmptyAccounts } from './empty-accounts.js';

/** What a command line ended with, and what it wrote. */
export interface Finished {
  status: number | null;
  out: string;
  err: string;
}

/** Runs a command line within this process, over what is open: all of a command but its start as a process. */
export async function runHere(opened: Pick<CommandContext, 'records' | 'house'>, ...args: string[]): Promise<Finished> {
  const [out, err]: [string[], string[]] = [[], []];
  const context: CommandContext = {
    ...opened,
    cwd: tmpdir(),
    isTerminal: false,
    out: (text) => out.push(`${text}\n`),
    err: (text) => err.push(`${text}\n`),
    progress: () => {},
  };
  const program = createProgram(context, async () => {
    throw new OperatorError('The portal is running already.');
  });
  const status = await runCommandLine(program, context, args);
  return { status, out: out.join(''), err: err.join('') };
}

export interface CommandLine {
  /** The data folder. */
  path: string;
  run(...args: string[]): Promise<Finished>;
  close(): Promise<void>;
}

/** A data folder of its own, and command lines that run in it one after another, within this process. */
export async function commandLine(): Promise<CommandLine> {
  const path = await mkdtemp(join(tmpdir(), 'tidewaiter-command-'));
  await putEmptyAccounts(path);
  const config = readConfig({ TIDEWAITER_DATA_DIR: path, LOG_LEVEL: 'silent' }, tmpdir());
  let recordHouse: RecordHouse | undefined;
  let house: House | undefined;
  const opened = {
    async records() {
      if (house) return house.records;
      recordHouse ??= await openRecordHouse(config, 'test');
      return recordHouse.records;
    },
    async house() {
      await recordHouse?.close();
      recordHouse = undefined;
      house ??= await openHouse(config, 'test');
      return house;
    },
  };
  return {
    path,
    run: (...args) => runHere(opened, ...args),
    async close() {
      await (house ?? recordHouse)?.close();
      await rm(path, { recursive: true, force: true });
    },
  };
}
