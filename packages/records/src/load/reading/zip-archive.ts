import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { LoadError } from '../load-error.js';

/** A file inside a zip archive. */
export interface Member {
  name: string;
  /** As the archive says; what comes out is counted. */
  bytes: number;
  packedBytes: number;
  /** Of what comes out. */
  checksum: number;
  isEncrypted: boolean;
  open(): Promise<Readable>;
}

/** The most files of an archive that are listed. */
const MOST = 10_000;

/** What packers add, and what people put beside their data. */
const NOT_DATA =
  /(^|\/)(__MACOSX\/|\.|thumbs\.db$|desktop\.ini$)|\.(pdf|docx?|html?|md|rtf|png|jpe?g|gif|xml|xsd|url|lnk|exe)$/i;

/**
 * Opens a zip archive and hands its members to `use`, which may read them as long as it runs.
 *
 * @throws LoadError when it is damaged
 */
export async function withZip<Result>(
  path: string,
  name: string,
  use: (members: Member[]) => Promise<Result>,
): Promise<Result> {
  const damaged = (error: unknown) =>
    new LoadError(`${name} is not a zip archive that can be read: ${error instanceof Error ? error.message : error}`);
  const zip = await yauzl
    .openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: false })
    .catch((error) => {
      throw damaged(error);
    });
  try {
    const members: Member[] = [];
    try {
      for await (const entry of zip.eachEntry()) {
        if (members.length === MOST) throw new LoadError(`${name} holds more than ${MOST} files.`);
        members.push({
          name: entry.fileName,
          bytes: entry.uncompressedSize,
          packedBytes: entry.compressedSize,
          checksum: entry.crc32,
          isEncrypted: entry.isEncrypted(),
          open: async () => {
            const content = await zip.openReadStreamPromise(entry);
            // A damaged member may tell of a second error when nobody listens any more, and that would end the process.
            content.on('error', () => {});
            return content;
          },
        });
      }
    } catch (error) {
      throw error instanceof LoadError ? error : damaged(error);
    }
    return await use(members);
  } finally {
    zip.close();
  }
}

/** Whether an archive is a workbook. */
export const isWorkbook = (members: readonly Member[]) =>
  members.some(({ name }) => /^\/?xl\/workbook\.xml$/i.test(name));

/** The members that hold tables, as far as their names tell. */
function dataMembers(members: readonly Member[]): Member[] {
  return members.filter(({ name, bytes }) => !name.endsWith('/') && bytes > 0 && !NOT_DATA.test(name));
}

/**
 * The member to read.
 *
 * @param wanted its name, where a mapping says so
 * @throws LoadError when there is none, or no telling which
 */
export function memberToRead(members: readonly Member[], name: string, wanted: string | undefined): Member {
  const candidates = dataMembers(members);
  const named = members.filter((member) => member.name === wanted || member.name.endsWith(`/${wanted}`));
  const [found, another] = wanted === undefined ? candidates : named;
  const held = candidates.slice(0, 20).map((member) => member.name);
  if (wanted !== undefined && !found)
    throw new LoadError(`${name} holds no file ${wanted}.`, [`it holds: ${held.join(', ')}`]);
  if (!found) throw new LoadError(`${name} holds no data file.`);
  if (another) {
    throw new LoadError(
      `${name} holds several files. Name one in the mapping ("file": { "member": "…" }), or unpack it.`,
      [`it holds: ${held.join(', ')}${candidates.length > held.length ? ', …' : ''}`],
    );
  }
  if (found.isEncrypted) throw new LoadError(`${name} is encrypted. Unpack it first.`);
  return found;
}
