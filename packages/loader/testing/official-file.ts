/** The nomenclature as a small file, and what is seen of it in records. */
import { type SearchPayload, suggestionQuery } from '@tidewaiter/contract';
import { AS_PORTAL, EVERYTHING, pageOf, question, type TestRecords } from '@tidewaiter/testing/records';
import { HEADER } from '@tidewaiter/testing/small-files';
import { loadNomenclature } from '../src/nomenclature-file.js';
import { loadsOf } from './loads.js';

export const ROWS = [
  'section,hscode,description,parent,level',
  'II,09,Drinks to brew,TOTAL,2',
  'II,0901,"Beans, in sacks",09,4',
  'II,090111,"Beans; raw, ""green""",0901,6',
  'II,0902,Café leaves,09,4',
  'TOTAL,99,Anything,TOTAL,2',
  'TOTAL,9999,Anything else,99,4',
  'TOTAL,TOTAL,All of it,TOTAL,5',
];
export const OFFICIAL = `${ROWS.join('\n')}\n`;

export const all = (changes: Partial<SearchPayload> = {}) =>
  question({ searchValue: ['0901', '0902', '8517', '9801', '1234', '0012'], ...changes });

export function officialFile(test: TestRecords) {
  /** Loads records of some codes: each the code and the description that its source gives. */
  async function loadRecords(records: Readonly<Record<string, string>>): Promise<void> {
    const lines = Object.entries(records)
      .sort()
      .map(([code, text], index) => `${index + 1},2020-01-${10 + index},${code},Acme,5,${text}`);
    const called = { importer_name: { from: 'importer' }, hs_description: { from: 'called' } };
    const columns = { record_date: { from: 'date' }, hs_code: { from: 'hs' }, ...called };
    await loadsOf(test).small(`${HEADER},called\n${lines.join('\n')}\n`, { columns }, { name: 'records.csv' });
  }

  const rowsOf = async (changes: Partial<SearchPayload> = {}) =>
    (await pageOf(test.records, all(changes), EVERYTHING)).rows;
  const described = async (changes: Partial<SearchPayload> = {}) =>
    (await rowsOf(changes)).map((row) => [row.hs_code, row.hs_description, row.hs_derived]);
  const load = async (text = OFFICIAL) => loadNomenclature(test.records, await test.file('official.csv', text));
  const version = async () => (await test.records.versions.current()).version;
  const suggest = async (
    ...[searchValue, searchBy = 'HS_CODE', toDate = '2020-12-31']: [string, ('HS_CODE' | 'HS_CODE_2')?, string?]
  ): Promise<readonly { value: string; shipments: number; description?: string }[]> => {
    const { tradeType, countryCode, fromDate } = all();
    const asked = { tradeType, searchBy, searchValue, matchType: 'L', countryCode, fromDate, toDate };
    const query = suggestionQuery.parse(asked);
    return (await test.records.ask(query, EVERYTHING, AS_PORTAL)).suggestions();
  };
  /** What follows begins without records, and with what ships. */
  async function empty() {
    await test.empty();
    if ((await test.records.versions.current()).nomenclatureVersion > 0) await test.records.nomenclature.remove();
  }
  return { loadRecords, rowsOf, described, load, version, suggest, empty };
}
