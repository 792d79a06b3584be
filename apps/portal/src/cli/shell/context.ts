import type { Records } from '@tidewaiter/records';
import type { Services } from '../../app/services.js';

/** One step of a long piece of work, for a progress bar; null when it is over. */
export interface ProgressStep {
  label: string;
  /** Of `total`, where both are known. */
  done?: number;
  total?: number;
}

/** Where a command runs: in a process of its own, or inside the running portal on behalf of one. */
export interface CommandContext {
  /** The folder that relative paths start from. */
  cwd: string;
  /** Whether a person reads along: what is said elsewhere may be kept in a log. */
  isTerminal: boolean;
  out(text: string): void;
  err(text: string): void;
  progress(step: ProgressStep | null): void;
  /**
   * What a command works on that is about records only: it waits for nothing else. A command asks for this or for all.
   *
   * @throws FolderBusy when another process has the data folder
   */
  records(): Promise<Records>;
  /**
   * All that a command may work on.
   *
   * @throws FolderBusy when another process has the data folder
   */
  services(): Promise<Services>;
}
