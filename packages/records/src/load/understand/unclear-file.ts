import { LoadError } from '../load-error.js';
import type { UnderstoodFile } from './choose-mapping.js';

/** A file that no mapping ships for and that was not understood well enough to be loaded without a look. */
export class UnclearFile extends LoadError {
  constructor(
    path: string,
    readonly understood: UnderstoodFile,
  ) {
    super(`No mapping that ships with the product fits ${path}, and not all of it was understood.`, [
      ...understood.unclear,
      `to see what was understood: npx tidewaiter load ${path} --dry-run`,
      `to correct it: npx tidewaiter load ${path} --write-mapping mapping.json, edit that file, then load with --mapping mapping.json`,
    ]);
  }
}
