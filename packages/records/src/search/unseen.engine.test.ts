/** What an account may not see changes nothing of its answers: they are those of a portal that has only what it may see. */
import { afterAll, describe, expect, it } from 'vitest';
import { EVERYTHING_LOADED } from '../question.js';
import { allOf, answersOf, asAccount, suggestionsWithin } from '../testing/every-answer.js';
import { question, seeing, type TestRecords, temporaryRecords, withoutHaste } from '../testing/records.js';
import { smallMapping } from '../testing/small-files.js';

const mapping = smallMapping({
  country: { from: 'country' },
  columns: {
    record_date: { from: 'date' },
    hs_code: { from: 'hs' },
    importer_name: { from: 'importer' },
    exporter_name: { from: 'exporter' },
    product_description: { from: 'goods' },
    quantity: { from: 'quantity' },
    total_value_usd: { from: 'usd' },
    incoterm: { from: 'incoterm' },
  },
});

const ACCESS = seeing({ countries: ['KOR'], fromDate: '2020-02-10', toDate: '2020-04-20' });
const isVisible = ({ country, date }: Row) => country === 'KOR' && date >= '2020-02-10' && date <= '2020-04-20';

interface Row {
  no: number;
  country: string;
  date: string;
  hs: string;
  importer: string;
  exporter: string;
  goods: string;
  incoterm: string;
}

const GOODS = ['Cotton shirts', 'Steel bolts', 'Frozen shrimp', 'Cotton shorts, cotton yarn'];
const two = (n: number) => String(n).padStart(2, '0');

/** Companies, goods and codes of which some are only where or when the account sees nothing, some in months that its window cuts. */
const ROWS = Array.from({ length: 900 }, (_, no): Row => {
  const country = no % 3 === 0 ? 'VNM' : 'KOR';
  const date = `2020-${two(1 + (no % 6))}-${two(1 + ((no * 7) % 28))}`;
  const only = isVisible({ country, date } as Row) ? '' : ' Unseen';
  return {
    no,
    country,
    date,
    hs: no % 5 ? '610910' : only ? '620510' : '850760',
    importer: no % 4 ? `Acme ${no % 7}` : `Bolt${only} ${no % 3}`,
    exporter: `Exporter ${no % 5}`,
    goods: no % 6 ? `${GOODS[no % 4]}` : `Cotton${only} shawls`,
    incoterm: only ? 'FOB' : '',
  };
});

const csvOf = (rows: readonly Row[]) =>
  [
    'no,country,date,hs,importer,exporter,goods,quantity,usd,incoterm',
    ...rows.map(
      ({ no, country, date, hs, importer, exporter, goods, incoterm }) =>
        `${no},${country},${date},${hs},${importer},${exporter},"${goods}",${no % 50},${no % 100}.25,${incoterm}`,
    ),
    '',
  ].join('\n');

const ASKED = [
  question({ searchBy: 'PRODUCT', matchType: 'D', searchValue: ['shrimp'] }),
  question({ searchBy: 'IMPORTER', searchValue: ['acme', 'bolt'] }),
  question({ searchValue: ['6109'], fromDate: '2020-01-15', toDate: '2020-03-12' }),
  // Of nothing: it has hints only.
  question({ searchBy: 'PRODUCT', matchType: 'C', searchValue: ['shrimp'], hsCodeList: ['620510'] }),
  question({ searchValue: ['6109'], fromDate: '2020-05-01', toDate: '2020-06-30' }),
].map((query) => ({ ...query, countryCode: ['KOR', 'VNM'], numberOfRecords: 200 }));

async function everything({ records }: TestRecords) {
  const account = asAccount(records, ACCESS);
  const loaded = await account(EVERYTHING_LOADED);
  const answers: unknown[] = [await loaded.months(), await loaded.countries()];
  for (const query of ASKED) answers.push(await allOf([...answersOf(query), ...suggestionsWithin(query)], account));
  return answers;
}

let test: TestRecords;
afterAll(() => test.close());

describe('what an account may not see', () => {
  it('changes none of its answers', async () => {
    test = await temporaryRecords();
    withoutHaste(test.records);
    const load = async (name: string, rows: readonly Row[]) => {
      const [outcome] = await test.records.loader.load({
        files: [{ path: await test.file(name, csvOf(rows)) }],
        mapping,
      });
      return outcome?.loadId ?? 0;
    };
    const visible = await load('visible.csv', ROWS.filter(isVisible));
    const expected = await everything(test);
    await test.records.loader.unload(visible);
    await load('all.csv', ROWS);
    expect(await everything(test)).toEqual(expected);
    expect(JSON.stringify(expected)).toContain('Acme');
    // Counts of suggestions among them: of two days of a month, as of whole ones.
    const suggested = await asAccount(test.records, ACCESS)(ASKED[0] ?? question());
    expect(await suggested.count()).toBeGreaterThan(0);
    expect(await suggested.offeredColumns()).toContain('exporter_name');
  });
});
