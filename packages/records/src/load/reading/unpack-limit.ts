import { statfs } from 'node:fs/promises';
import { OperatorError } from '@tidewaiter/contract';
import { DISK_RESERVE, MAX_RATIO, RATIO_COUNTS_FROM } from './reading-limits.js';

/** Ends the unpacking of what would fill the disk, or is no table: an archive of a few bytes may hold terabytes. */
export class UnpackLimit {
  #unpacked = 0;

  private constructor(
    private readonly name: string,
    private readonly packed: number,
    private readonly room: number,
  ) {}

  /** @param packed the archive's bytes */
  static async of(name: string, packed: number, folder: string): Promise<UnpackLimit> {
    const { bavail, bsize } = await statfs(folder);
    return new UnpackLimit(name, packed, bavail * bsize - DISK_RESERVE);
  }

  /** @throws OperatorError when so many bytes more are too many */
  count(bytes: number): void {
    this.#unpacked += bytes;
    if (this.#unpacked > Math.max(RATIO_COUNTS_FROM, MAX_RATIO * this.packed)) {
      throw new OperatorError(
        `${this.name} unpacks to more than ${MAX_RATIO} times its size, as no table does. Unpack it first and look at it.`,
      );
    }
    if (this.#unpacked > this.room) {
      throw new OperatorError(
        `${this.name} unpacks to more than the disk holds. Nothing has changed; free some space and try again.`,
      );
    }
  }
}
