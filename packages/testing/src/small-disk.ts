import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What is written at once, in bytes: less than that stays free on a full disk. */
const CHUNK = 64 * 1024;

/** A small disk, where this machine lets one be mounted: on Linux, for its administrator. */
export class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'tidewaiter-small-disk-'));
  readonly isMounted: boolean;

  constructor(private readonly megabytes: number) {
    const mount = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', this.folder];
    this.isMounted = process.platform === 'linux' && spawnSync('mount', mount).status === 0;
    if (!this.isMounted) process.stdout.write('Skipped: a small disk cannot be mounted here.\n');
  }

  /** Fills it but for some kilobytes. @returns frees it */
  fill(): () => void {
    const filler = join(this.folder, 'filler');
    const chunk = randomBytes(CHUNK);
    try {
      for (let at = 0; at <= (this.megabytes * 2 ** 20) / CHUNK; at += 1) writeFileSync(filler, chunk, { flag: 'a' });
    } catch {
      // It is full.
    }
    return () => rmSync(filler);
  }

  remove(): void {
    if (this.isMounted) spawnSync('umount', [this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
