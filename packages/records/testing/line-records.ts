/** Records of a country without others, which query lines look for. */
import type { LineScope, SearchPayload } from '@tidewaiter/contract';
import type { TestRecords } from '@tidewaiter/testing/records';
import { columnsFrom, smallMapping } from '@tidewaiter/testing/small-files';

const HEADER = 'no,day,hs,importer,exporter,product,origin,port,value';
const COLUMNS = {
  ...{ record_date: 'day', hs_code: 'hs', importer_name: 'importer', exporter_name: 'exporter' },
  ...{ product_description: 'product', origin_country: 'origin', origin_port: 'port', total_value_usd: 'value' },
};

/** Cells in the order of the header: what comes last may be left out. @param first the number of the first record */
export const loadLines = (test: TestRecords, records: readonly (readonly string[])[], first = 0): Promise<number> =>
  test.load(
    records.map((cells, no) => [first + no, ...Array.from({ length: 8 }, (_, at) => `"${cells[at] ?? ''}"`)].join(',')),
    { header: HEADER, mapping: smallMapping({ country: 'ZWE', columns: columnsFrom(COLUMNS) }) },
  );

export const SCOPE: LineScope = {
  ...{ tradeType: 'IMPORT', countryCode: ['ZWE'], fromDate: '2022-01-01', toDate: '2022-12-31' },
};

/** What a line asks, by the line alone: none of it is brought to the form. */
export const byLineAlone = (line: string): SearchPayload => ({
  ...{ ...SCOPE, countryCode: [...SCOPE.countryCode], searchBy: 'PRODUCT', matchType: 'W', searchValue: [], line },
});
