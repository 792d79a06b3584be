/** How loads come into force and out of it: each by one data version. */
import { fillRollUps } from '../schema/roll-ups.js';
import type { Archive } from './archive.js';
import { noteArrivals } from './arrivals.js';
import { type Change, type DataVersions, withoutLoads } from './data-version.js';
import type { LoadRegister, LoadSummary } from './load-register.js';
import { writeReplacementRollUps } from './suppressions.js';

/** Loads that were written and that nobody can see yet. */
interface Written {
  loads: readonly number[];
  /** Loads that they take the place of. */
  replaced: ReadonlySet<number>;
  /** The first number that is free. */
  next: number;
}

export class Publication {
  constructor(
    private readonly versions: DataVersions,
    private readonly register: LoadRegister,
    private readonly archive: Archive,
  ) {}

  /** Sums up a load that was written, by everything that lists and suggestions read. */
  async sumUp(load: number): Promise<void> {
    await fillRollUps(this.versions.engine, { load });
  }

  /**
   * Shows loads in the place of those that they replace, by one act. Only inside the change that wrote them.
   *
   * @param publishing is called right before the act: from then on it may be in force, whatever is answered
   * @param cause what the version says of itself
   */
  async publish(
    change: Change,
    { loads, replaced, next }: Written,
    cause: string,
    publishing: () => void,
  ): Promise<void> {
    const version = await this.versions.current();
    await noteArrivals(this.versions.engine, loads, [...replaced]);
    const replacementRollUps = await writeReplacementRollUps(
      this.versions.engine,
      version.suppressed,
      loads,
      next,
      change,
    );
    // What is replaced stays on the disk until a later change, for questions that still read the version before.
    const rest = withoutLoads(version, [...change.abandonedLoads, ...replaced]);
    publishing();
    await this.versions.publish(
      {
        highestLoad: Math.max(...loads, ...replacementRollUps.map(({ replacement }) => replacement)),
        hiddenLoads: rest.hiddenLoads,
        replacementRollUps: [...rest.replacementRollUps, ...replacementRollUps],
      },
      `${cause} ${loads.join(', ')}`,
    );
  }

  /**
   * Takes loads out of force together. Their archived files stay.
   *
   * @param purge whether the files go as well, as far as no other load was made of them
   * @throws OperatorError when there is no such load
   */
  async unload(loadIds: readonly number[], { purge } = { purge: false }): Promise<void> {
    await this.versions.change('An unload', async () => {
      const loads = await Promise.all(loadIds.map((loadId) => this.register.mustBeVisible(loadId)));
      if (loads.length === 0) return;
      await this.versions.publish(withoutLoads(await this.versions.current(), loadIds), `unload ${loadIds.join(', ')}`);
      if (!purge) return;
      const hashesOf = (some: readonly LoadSummary[]) => some.flatMap(({ files }) => files.map(({ hash }) => hash));
      const used = new Set(hashesOf(await this.register.list()));
      for (const hash of hashesOf(loads)) if (!used.has(hash)) await this.archive.remove(hash);
    });
  }
}
