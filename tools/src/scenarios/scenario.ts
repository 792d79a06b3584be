/** What is done to a portal to see whether it holds, and what was seen. */

/** What may be chosen of all scenarios. */
interface ScenarioOptions {
  /** Generated records in the portal. */
  rows: number;
  /** How long what takes its time takes. */
  minutes: number;
  /** Calls of a flood, all at once. */
  calls: number;
  /** How many work for long, and of how many accounts. */
  people: number;
  accounts: number;
}

/** Something that was seen, and whether that is as it is to be; null for what nobody has set a bound for. */
interface Finding {
  what: string;
  seen: string;
  holds: boolean | null;
}

/** What a scenario has seen. */
export class Findings {
  readonly all: Finding[] = [];

  add(what: string, seen: string, holds: boolean | null = null): void {
    this.all.push({ what, seen, holds });
    const mark = holds === null ? '      ' : holds ? 'holds ' : 'BROKEN';
    console.error(`${mark}  ${what}: ${seen}`);
  }

  get isBroken(): boolean {
    return this.all.some(({ holds }) => holds === false);
  }
}

export interface Scenario {
  name: string;
  about: string;
  /** Why it cannot be tried on this machine; undefined where it can. */
  missing?(): string | undefined;
  run(findings: Findings, options: ScenarioOptions): Promise<void>;
}

/** Seconds as they are told. */
export const seconds = (milliseconds: number | undefined) =>
  milliseconds === undefined ? 'not in time' : `${(milliseconds / 1000).toFixed(1)} s`;

/** The value below which so much of some values lies; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
