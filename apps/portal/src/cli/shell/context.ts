import { OperatorError } from '@tidewaiter/contract';
import type { Records } from '@tidewaiter/records';
import type { Config } from '../../app/config.js';
import type { Services } from '../../app/services.js';
import type { CallerFiles } from './caller-files.js';

/** How a command ends: done; failed; called wrongly. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** One step of a long piece of work, for a progress bar; null when it is over. */
export interface ProgressStep {
  label: string;
  /** Of `total`, where both are known. */
  done?: number;
  total?: number;
}

/** Whoever is asked ends the command by Ctrl-C, or by an end of what they type. */
export class NoAnswer extends OperatorError {
  constructor() {
    super('No answer: the command has ended, and nothing is changed.');
  }
}

/** Where a command runs: in a process of its own, or inside the running portal on behalf of one. */
export interface CommandContext {
  /** The folder that relative paths start from. */
  cwd: string;
  /** The files that the command line names: no command opens one by itself. */
  files: CallerFiles;
  /** Whether it runs inside the portal. */
  isPortal: boolean;
  /** The system's user who gave the command: the audit log names them. */
  operator: string;
  /** The settings of the process that it runs in. */
  config: Config;
  /** Whether a person reads along: what is said elsewhere may be kept in a log. */
  isTerminal: boolean;
  /** Aborted when whoever waits for the command's words has gone; not there where the process goes with them. */
  gone?: AbortSignal;
  /** @param how.over in the place of what was said before: a page that is drawn anew */
  out(text: string, how?: { over: true }): void;
  err(text: string): void;
  progress(step: ProgressStep | null): void;
  /**
   * Asks the person at the terminal for a line; undefined where nobody can answer.
   *
   * @throws NoAnswer when none comes
   */
  ask: ((prompt: string) => Promise<string>) | undefined;
  /**
   * What a command works on that is about records only: it waits for nothing else. A command asks for this or for all.
   *
   * @throws FolderBusy when another process has the data folder
   */
  records(): Promise<Records>;
  /**
   * All that a command may work on.
   *
   * @param opening.join whatever stores the folder had before, those of the settings are its own from now on
   * @throws FolderBusy when another process has the data folder
   */
  services(opening?: { join: boolean }): Promise<Services>;
}
