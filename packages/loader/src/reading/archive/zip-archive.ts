import type { Readable } from 'node:stream';
import { OperatorError } from '@tidewaiter/contract';
import yauzl from 'yauzl';
import { readHead, unreadable } from '../form/file-bytes.js';
import { isZip } from './signatures.js';

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

/** The most files of an archive that are listed, and bytes of the name of one, its folders with it. */
const MOST = 10_000;
const NAME_BYTES_MAX = 1024;

/** What packers add, and what people put beside their data. */
const NOT_DATA =
  /(^|\/)(__MACOSX\/|\.|thumbs\.db$|desktop\.ini$)|\.(pdf|docx?|html?|md|rtf|png|jpe?g|gif|xml|xsd|url|lnk|exe)$/i;

/**
 * Opens a zip archive and hands its members to `use`, which may read them as long as it runs.
 *
 * @throws OperatorError when it is damaged
 */
export async function withZip<Result>(
  path: string,
  name: string,
  use: (members: Member[]) => Promise<Result>,
): Promise<Result> {
  const damaged = (error: unknown) => {
    const why = error instanceof Error ? error.message : `${error}`;
    return new OperatorError(
      why.startsWith('End of central directory')
        ? `${name} ends too early, or is damaged: an archive, as a workbook is, ends with the list of its parts. Fetch it again.`
        : `${name} is not a zip archive that can be read: ${why}`,
    );
  };
  const zip = await yauzl
    .openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: false })
    .catch((error) => {
      throw damaged(error);
    });
  try {
    const members: Member[] = [];
    try {
      for await (const entry of zip.eachEntry()) {
        if (members.length === MOST) throw new OperatorError(`${name} holds more than ${MOST} files.`);
        const nameBytes = Buffer.byteLength(entry.fileName);
        if (nameBytes > NAME_BYTES_MAX)
          throw new OperatorError(
            `${name} holds a file whose name has ${nameBytes} bytes, of ${NAME_BYTES_MAX} at most.`,
          );
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
      throw error instanceof OperatorError ? error : damaged(error);
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

/** The names of the tables in a zip archive; none where a file is no archive. */
export async function tablesIn(path: string): Promise<string[]> {
  const head = await readHead(path, 4).catch((error) => {
    throw unreadable(error, path);
  });
  if (!isZip(head)) return [];
  return withZip(path, path, async (members) =>
    isWorkbook(members) ? [] : dataMembers(members).map((member) => member.name),
  );
}

/** A message lists so many members at most. */
const LISTED = 20;

/**
 * The member to read.
 *
 * @param memberName its name, where somebody says so
 * @throws OperatorError when there is none, or no telling which
 */
export function memberToRead(
  members: readonly Member[],
  name: string,
  memberName: string | undefined,
): { member: Member; isOneOfSeveral: boolean } {
  const candidates = dataMembers(members);
  const [match, another] = memberName === undefined ? candidates : membersNamed(memberName, members);
  const held = candidates.slice(0, LISTED).map((member) => member.name);
  const holds = `it holds: ${held.join(', ')}${candidates.length > LISTED ? `, … (${candidates.length} files)` : ''}`;
  if (memberName !== undefined && !match) throw new OperatorError(`${name} holds no file ${memberName}.`, [holds]);
  if (!match) throw new OperatorError(`${name} holds no data file.`);
  if (another) {
    throw new OperatorError(
      `${name} holds several files. Say which with --member NAME, more than once for several, or --member '*' for all of them.`,
      [holds],
    );
  }
  if (match.isEncrypted) throw new OperatorError(`${name} is encrypted. Unpack it first.`);
  return { member: match, isOneOfSeveral: candidates.length > 1 };
}

/** By its whole name, or without its folders. */
function membersNamed(memberName: string, members: readonly Member[]): Member[] {
  const exactly = members.filter(({ name }) => name === memberName);
  return exactly.length > 0 ? exactly : members.filter(({ name }) => name.endsWith(`/${memberName}`));
}
