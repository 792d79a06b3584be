/** What accounts' lists say of the records of a file, in columns behind those of the records. */
import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { type LineField, OWN_LIST_LIMITS, type OwnListKind } from '@tidewaiter/contract';
import { Bindings } from '../engine/bindings.js';
import { quote } from '../engine/engine.js';
import { ROLES_OF } from '../query/expression.js';
import type { Snapshot } from '../query/snapshot.js';
import { JOINED_CELLS } from '../schema/tables.js';
import { keysOfNames } from '../text/keys-of-names.js';
import { NOBODY } from '../text/party-name-keys.js';
import { leadOf, namedLeadKeyOf } from '../versions/joined-parties.js';
import type { Beside } from './chosen-records.js';
import type { FileColumn } from './file-columns.js';

/** Some columns of a list. */
export interface JoinedList {
  name: string;
  kind: OwnListKind;
  /** Where it stands in the question: a record is joined to what it says of the parties, the code or the id in them. */
  fields: readonly LineField[];
  /** What its file calls them. */
  columns: readonly string[];
  /** Its rows that stand for something, some at a time, with the cells of these columns. */
  pages: AsyncIterable<readonly { row: number; stands: string; cells: readonly string[] }[]>;
}

/** Stands between what several entries say of one record. */
const BETWEEN = '; ';

/** Stands at the end of what was too long. */
const CUT = '…';

/** What is joined to the records of a file. */
export interface OwnColumns {
  columns: readonly FileColumn[];
  beside: Beside;
  /** Lets go of what was kept for the statement. */
  end(): Promise<void>;
}

/**
 * Keeps what lists say where the statement of a file finds it. Lists are too large to be bound, and a file can be of a kind that the engine alone writes.
 *
 * @param of the file's columns before these
 * @param path where the cells are written on their way to the engine
 */
export async function ownColumns(
  lists: readonly JoinedList[],
  of: readonly FileColumn[],
  path: string,
  snapshot: Snapshot,
): Promise<OwnColumns> {
  const file = randomUUID();
  const end = () =>
    snapshot.run({
      name: 'export.forget-cells',
      sql: `ALTER TABLE ${JOINED_CELLS.name} DELETE WHERE file = toUUID(${quote(file)})`,
      settings: { mutations_sync: 2 },
      repeatable: true,
    });
  try {
    const lengths = await writeCells(lists, path, snapshot);
    await snapshot.insertFile(
      { path, format: 'JSONEachRow', structure: CELLS, settings: {} },
      {
        name: 'export.keep-cells',
        sql: (table) => `INSERT INTO ${JOINED_CELLS.name} (file, list, member, place, cells, at)
          SELECT toUUID(${quote(file)}), list, member, place, cells, now() FROM ${table}`,
      },
    );
    const parts = lists.map((list, at) => besideOf({ file, at }, list, lengths[at] ?? [], snapshot));
    const beside = {
      reads: parts.flatMap(({ reads }) => reads),
      joins: parts.flatMap(({ joins }) => joins),
      values: parts.flatMap(({ values }) => values).map(({ sql }, at) => ({ name: `c${of.length + at}`, sql })),
    };
    return { columns: namedColumns(lists, of), beside, end };
  } catch (error) {
    await end();
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

const CELLS = 'list UInt8, member String, place UInt32, cells Array(String)';

/** @returns how long the members of each list are */
async function writeCells(lists: readonly JoinedList[], path: string, snapshot: Snapshot): Promise<number[][]> {
  const lengths = lists.map(() => new Set<number>());
  const output = await open(path, 'w', 0o600);
  try {
    for (const [at, { kind, pages }] of lists.entries()) {
      for await (const rows of pages) {
        snapshot.call.signal?.throwIfAborted();
        const memberOf = await membersOf(kind, rows, snapshot);
        const lines = rows.flatMap(({ row, stands, cells }) => {
          const member = memberOf(stands);
          if (member === undefined) return [];
          lengths[at]?.add(member.length);
          return [`${JSON.stringify({ list: at, member, place: row, cells })}\n`];
        });
        await output.writeFile(lines.join(''));
      }
    }
  } finally {
    await output.close();
  }
  return lengths.map((some) => [...some].sort((a, b) => a - b));
}

interface StoredColumns {
  file: string;
  at: number;
}

/** What the records have of what a row stands for; nothing where that is nobody. */
async function membersOf(
  kind: OwnListKind,
  rows: readonly { stands: string }[],
  snapshot: Snapshot,
): Promise<(stands: string) => string | undefined> {
  if (kind !== 'COMPANY') return (stands) => stands;
  const names = rows.map(({ stands }) => stands);
  const keyOf = await keysOfNames([...new Set(names)], snapshot);
  return (stands) => {
    const key = namedLeadKeyOf(keyOf(stands), snapshot.version);
    return key === NOBODY ? undefined : key;
  };
}

/** By what of a record a list is looked into. */
function soughtBy({ kind, fields }: JoinedList, lengths: readonly number[], { version }: Snapshot): string[] {
  if (kind === 'HS_CODE') return lengths.map((length) => `left(toString(hs_code), ${length})`);
  if (kind === 'RECORD') return ['lower(hex(id))'];
  const columns = new Set(fields.flatMap((field) => ROLES_OF[field] ?? []));
  return [...columns].map((column) => `toString(${leadOf(`${column}_key`, version)})`);
}

function besideOf(
  { file, at }: StoredColumns,
  list: JoinedList,
  lengths: readonly number[],
  snapshot: Snapshot,
): Beside {
  const bindings = new Bindings(`own${at}_`);
  const ways = soughtBy(list, lengths, snapshot);
  const name = (what: string, way: number) => `own_${what}_${at}_${way}`;
  const width = list.columns.length;
  const said = (column: string) => `arrayDistinct(arrayFilter(text -> notEmpty(text), ${column}))`;
  const joins = ways.map((_, way) => {
    const rows = `SELECT member, arraySort(groupArray((place, cells))) AS rows FROM ${JOINED_CELLS.name}
      WHERE file = toUUID(${bindings.string(file)}) AND list = ${at} GROUP BY member`;
    const columns = `arrayMap(at -> ${said('arrayMap(row -> row.2[at], rows)')}, range(1, ${width + 1}))`;
    const table = `(SELECT member AS ${name('member', way)}, ${columns} AS ${name('cells', way)} FROM (${rows}))`;
    return {
      sql: `LEFT JOIN ${table} AS ${name('table', way)} ON ${name('of', way)} = ${name('member', way)}`,
      parameters: bindings.parameters,
    };
  });
  const values = list.columns.map((_, column) => {
    const some = ways.map((__, way) => `${name('cells', way)}[${column + 1}]`);
    const whole =
      some.length === 0 ? "''" : `arrayStringConcat(arrayDistinct(arrayConcat(${some.join(', ')})), '${BETWEEN}')`;
    const most = OWN_LIST_LIMITS.joinedLetters;
    return `if(lengthUTF8(${whole}) > ${most}, concat(leftUTF8(${whole}, ${most - 1}), '${CUT}'), ${whole})`;
  });
  return {
    reads: ways.map((sql, way) => ({ name: name('of', way), sql })),
    joins,
    values: values.map((sql) => ({ name: '', sql })),
  };
}

/** Each name once, however it is written: by its list where another column has it, and by a number where that does too. */
function namedColumns(lists: readonly JoinedList[], of: readonly FileColumn[]): FileColumn[] {
  const plain = (label: string) => label.trim().toLowerCase();
  const names = lists.flatMap(({ columns }) => columns.map(plain));
  const taken = new Set(of.flatMap(({ label, key }) => [plain(label), key]));
  return lists.flatMap(({ name, columns }) =>
    columns.map((said): FileColumn => {
      const own = said.trim() === '' ? 'Column' : said;
      const isShared = taken.has(plain(own)) || names.filter((other) => other === plain(said)).length > 1;
      const label = isShared ? `${name}: ${own}` : own;
      const unique = [label, ...Array.from({ length: names.length + 1 }, (_, no) => `${label} ${no + 2}`)].find(
        (one) => !taken.has(plain(one)) && !taken.has(plain(asKey(one))),
      );
      const chosen = unique ?? label;
      taken.add(plain(chosen)).add(plain(asKey(chosen)));
      return { key: asKey(chosen), label: chosen, type: 'text', sql: '', asText: false };
    }),
  );
}

/** A name that can stand in a statement. */
const asKey = (label: string) => label.replace(/[^\p{L}\p{M}\p{N} ._()/#&%,;:-]/gu, '_');
