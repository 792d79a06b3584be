import { countOf, EVERYTHING, fixture, question, type TestRecords } from '@tidewaiter/testing/records';

/** A file that was made by hand, of the Korean layout. */
export const SMALL = fixture('kr-import-small.csv');

/** A question that finds every record of the small files. */
export const all = (changes = {}) =>
  question({ searchBy: 'HS_CODE', searchValue: ['8517', '0901', '6907', '1234'], ...changes });

export const countAll = async ({ records }: TestRecords) => (await countOf(records, all(), EVERYTHING)).count;
