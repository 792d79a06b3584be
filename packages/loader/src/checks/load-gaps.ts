import type { LoadFigures } from '@tidewaiter/records/loading';
import { quote, type RecordEngine } from '@tidewaiter/records/loading';
import { z } from 'zod';

const number = z.coerce.number();

const PARTIES = ['importer_name', 'exporter_name'] as const;

/** Whether a column is empty: of a party its key says so, which is shorter than its name. */
const isEmpty = (column: string) => (/^(im|ex)porter_name$/.test(column) ? `${column}_key = 0` : `${column} = ''`);

/** Texts that cleaning may take away. */
const MAY_BE_LOST = ['hs_code', 'importer_name', 'exporter_name', 'origin_country', 'destination_country'] as const;

/** So many empty cells make a column that is looked at. */
const OFTEN_EMPTY = 0.3;

type Gaps = Pick<LoadFigures, 'partiesInBlocks' | 'lost'>;

/**
 * What a load lacks that its file may have had: parties that are written on the first row of several, and values that cleaning took away. One pass
 * over few columns; more only where that finds something to look at.
 *
 * @param filled the record columns that its mapping fills
 */
export async function findGaps(engine: RecordEngine, loadId: number, filled: ReadonlySet<string>): Promise<Gaps> {
  const ofLoad = `FROM records WHERE load_id = ${loadId}`;
  const parties = PARTIES.filter((column) => filled.has(column));
  const texts = MAY_BE_LOST.filter((column) => filled.has(column));
  const counted = [
    ...parties.map((column) => `countIf(${isEmpty(column)})`),
    ...texts.map((column) => `countIf(${isEmpty(column)} AND has(as_written.keys, ${quote(column)}))`),
  ];
  const [row = []] = await engine.query({
    name: 'load.gaps',
    sql: `SELECT ${['count()', ...counted].join(', ')} ${ofLoad}`,
    row: z.array(number),
    lane: 'load',
  });
  const [records = 0, ...counts] = row;
  const partiesInBlocks: Gaps['partiesInBlocks'] = [];
  for (const [at, column] of parties.entries()) {
    const empty = counts[at] ?? 0;
    if (empty > OFTEN_EMPTY * records && (await isInBlocks(engine, ofLoad, column)))
      partiesInBlocks.push({ column, empty });
  }
  const lost = texts.map((column, at) => ({ column, records: counts[parties.length + at] ?? 0 }));
  return { partiesInBlocks, lost: lost.filter((each) => each.records > 0) };
}

/** Changes of the date that tell, and the share of them with which a party is written. */
const LEAST_CHANGES = 3;
const WITH_THE_PARTY = 0.95;

/** Whether a party is written where a new group of rows begins, and nowhere else: then those behind it are of the same one. */
async function isInBlocks(engine: RecordEngine, ofLoad: string, party: string): Promise<boolean> {
  const [row] = await engine.query({
    name: 'load.blocks',
    sql: `SELECT countIf(changes), countIf(changes AND NOT is_empty), countIf(is_empty)
      FROM (SELECT ${isEmpty(party)} AS is_empty, record_date != lagInFrame(record_date, 1, record_date) OVER (ORDER BY line) AS changes ${ofLoad})`,
    row: z.tuple([number, number, number]),
    lane: 'load',
  });
  const [changes = 0, withParty = 0, empty = 0] = row ?? [];
  return changes >= LEAST_CHANGES && withParty >= WITH_THE_PARTY * changes && empty > 0;
}
