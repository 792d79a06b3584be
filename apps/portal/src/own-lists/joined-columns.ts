/** Columns of an account's lists that are joined to the records of a file. */
import type { Accounts, RecordExport, User } from '@tidewaiter/accounts';
import { listsSoughtBy, MESSAGES, type OwnColumns, PortalError, type SearchQuery } from '@tidewaiter/contract';
import type { JoinedList } from '@tidewaiter/records';

interface Joined {
  lists: JoinedList[];
  /** What the file says of them. */
  about: [string, string][];
}

/**
 * What lists say as they are now: a file that is made again tells what they say then. What was asked for and is no longer there is left
 * out, and said.
 */
export async function joinedColumns(
  { lists: { cells } }: Pick<Accounts, 'lists'>,
  owner: User,
  { query, ownColumns }: Pick<RecordExport, 'query' | 'ownColumns'>,
): Promise<Joined> {
  const sought = listsSoughtBy(query.line ?? '');
  const lists: JoinedList[] = [];
  const about: Joined['about'] = [];
  for (const { list: name, columns: wanted } of ownColumns) {
    const fields = sought.find((one) => one.name === name)?.fields ?? [];
    const list = await cells.list(owner, name);
    const places = list?.columns.flatMap((said, at) => (wanted.includes(said) ? [at] : [])) ?? [];
    const gone = wanted.filter((column) => !list?.columns.includes(column));
    if (gone.length > 0)
      about.push(['Left out', `“${name}” was gone or had others when this file was written: ${gone.join(', ')}`]);
    if (!list || places.length === 0) continue;
    const columns = places.map((at) => list.columns[at] ?? '');
    about.push([
      'Your columns',
      `${columns.join(', ')}: what your list “${name}” said when this file was written of what each record was found by. Several values of one are parted by semicolons.`,
    ]);
    lists.push({ name, kind: list.kind, fields, columns, pages: cellsOf(cells.pages(list), places) });
  }
  return { lists, about };
}

async function* cellsOf(
  pages: ReturnType<Accounts['lists']['cells']['pages']>,
  places: readonly number[],
): JoinedList['pages'] & AsyncGenerator<readonly { row: number; stands: string; cells: readonly string[] }[]> {
  for await (const rows of pages)
    yield rows.map(({ row, stands, cells }) => ({ row, stands, cells: places.map((at) => cells[at] ?? '') }));
}

/** @throws PortalError VALIDATION where a list has no such column */
export async function mustHaveColumns(
  { lists: { cells } }: Pick<Accounts, 'lists'>,
  user: User,
  { ownColumns }: { query: SearchQuery; ownColumns: OwnColumns },
): Promise<void> {
  for (const [index, { list: name, columns }] of ownColumns.entries()) {
    const list = await cells.list(user, name);
    const unknown = columns.findIndex((column) => !list?.columns.includes(column));
    if (unknown >= 0)
      throw new PortalError('VALIDATION', [
        { field: `ownColumns.${index}.columns.${unknown}`, message: MESSAGES.noSuchOwnColumn },
      ]);
  }
}
