import { constants, mkdir, open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Accounts, LoadDraft } from '@tidewaiter/accounts';
import { beginningOf, OperatorError } from '@tidewaiter/contract';
import type { Records } from '@tidewaiter/records';

/** What a load that is prepared on the screen needs: the stores, and the files that were sent. */
export interface LoadingStores {
  records: Records;
  accounts: Accounts;
  draftFiles: DraftFiles;
}

const gigabytes = (size: number) => `${(size / 1e9).toFixed(1)} GB`;

/** Room that stays free beside a file that is sent: its records take some too. */
const STAYS_FREE = 1024 ** 3;

/** Signs that some file system takes for something else, and those that are none. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cs}/\\:*?"<>|]/gu;

/** What files are called by their kind and what they are packed in. */
const ENDING = /(\.\w{1,10}){0,2}$/;

/** Longest beginning of a name, in bytes. */
const BEGINNING = 200;

/** What a file is called where it lies: its trade type, country and months are looked for in its name. */
function nameOf({ file }: Pick<LoadDraft, 'file'>): string {
  const name = file.replace(NOT_IN_NAMES, '_').replace(/^\.+/, '_');
  const [ending = ''] = ENDING.exec(name) ?? [];
  return `${beginningOf(name.slice(0, name.length - ending.length), BEGINNING)}${ending}`;
}

/** Files that an operator has sent from a browser, each in a folder of its own until it is loaded or discarded. */
export class DraftFiles {
  constructor(private readonly folder: string) {}

  pathOf(draft: Pick<LoadDraft, 'id' | 'file'>): string {
    return join(this.folder, draft.id, nameOf(draft));
  }

  /** @throws OperatorError where the disk has no room for so many bytes more */
  async mustHaveRoom(size: number): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(this.folder);
    const free = bavail * bsize;
    if (free < size + STAYS_FREE)
      throw new OperatorError(
        `${gigabytes(size)} of the file are still to come, and the disk has room for ${gigabytes(Math.max(0, free - STAYS_FREE))}: make room first.`,
      );
  }

  /** Writes bytes of a draft's file where they belong. The same bytes may come twice. */
  async write(draft: LoadDraft, offset: number, part: Uint8Array): Promise<void> {
    await mkdir(join(this.folder, draft.id), { recursive: true, mode: 0o700 });
    // Never cut: somebody else may have sent more of it meanwhile.
    const file = await open(this.pathOf(draft), constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      await file.write(part, 0, part.length, offset);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** Whether all of a draft's file is on this machine. */
  async isWhole(draft: LoadDraft): Promise<boolean> {
    const found = await stat(this.pathOf(draft)).catch(() => undefined);
    return found?.size === draft.bytes;
  }

  async remove(id: string): Promise<void> {
    await rm(join(this.folder, id), { recursive: true, force: true });
  }
}
