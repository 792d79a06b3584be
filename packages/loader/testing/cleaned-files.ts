import { EVERYTHING, pageOf, question, type TestRecords } from '@tidewaiter/testing/records';
import { smallMapping } from '@tidewaiter/testing/small-files';

export const DATED = { record_date: { from: 'date' }, hs_code: { from: 'hs' } };

/** Loads a file by a mapping, and tells its records by date, with what the source wrote. */
export const cleanedFiles = (test: TestRecords) => async (text: string, changes: object) => {
  const path = await test.file('file.csv', text);
  const [outcome] = await test.loader.load({ files: [{ path }], mapping: smallMapping(changes) });
  const asked = question({ searchValue: ['8517', '0901'], orderByMode: 'asc' });
  const page = await pageOf(test.records, asked, EVERYTHING);
  const written = page.asWritten.map((cells) => Object.fromEntries(cells.map((cell) => [cell.key, cell.text])));
  return { outcome, rows: page.rows, written, ids: page.rows.map(({ id }) => id) };
};
