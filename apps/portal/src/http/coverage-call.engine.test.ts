/** The coverage that a subscriber reads: their countries and their days, nothing of others but the name. */
import { Loader, shippedMapping } from '@tidewaiter/loader';
import { fixture } from '@tidewaiter/testing/records';
import { beforeAll, describe, expect, it } from 'vitest';
import { payload, raw } from '../../testing/calls.js';
import { entitle } from '../../testing/portal.js';
import { programFor, QUESTION } from '../../testing/program.js';
import { sharedPortal } from '../../testing/shared-portal.js';
import { loadTestRows } from '../../testing/test-rows.js';

const HEADER = 'no,date,hs,importer,exporter,quantity,value,port';

const portal = sharedPortal();
beforeAll(async () => {
  const rows = [
    '1,2024-01-05,8517,Acme,Bolt,5,10,Haiphong',
    '2,2024-01-20,8517,Acme,,5,10,',
    '3,2024-03-10,8517,,,,,',
    '4,2024-03-25,8517,Acme,,,7,',
  ];
  await loadTestRows(portal, 'VNM', HEADER, rows);
});

const daysUntilToday = (day: string) =>
  Math.round((Date.parse(new Date().toISOString().slice(0, 10)) - Date.parse(day)) / (24 * 60 * 60 * 1000));

/** A portal's answer to a call, where another data version is published right after a statement whose name begins so. */
async function whilePublishing<Answer>(statement: string, ask: () => Promise<Answer>): Promise<Answer> {
  const { askedEngine: engine, publication } = portal.services.records;
  const query = engine.query.bind(engine);
  const published: number[] = [];
  engine.query = async (asked) => {
    const rows = await query(asked);
    if (!asked.name.startsWith(statement) || published.length > 0) return rows;
    published.push(0);
    published[0] = await loadTestRows(portal, 'VNM', HEADER, ['9,2024-02-10,8517,Acme,Bolt,5,10,']);
    return rows;
  };
  const answer = await ask();
  engine.query = query;
  expect(published).toHaveLength(1);
  await publication.unload([published[0] ?? 0]);
  return answer;
}

describe('an answer, while another data version is published', () => {
  const versionNow = async () => (await portal.services.records.versions.current()).version;

  it('names the version of which it tells the countries', async () => {
    const { person } = await portal.signIn(['VNM']);
    const before = await versionNow();
    const headers = { accessedby: person.token };
    const { headers: told, body } = await whilePublishing('coverage.', () =>
      raw(portal, '/masterdata-management/countrylistbytrade/I', { headers }),
    );
    expect(told.get('x-data-version')).toBe(String(before));
    expect(body.countryList).toMatchObject([{ shortcode: 'VNM', records: 4 }]);
  });

  it('has the page and its hints of one version', async () => {
    const { client } = await portal.signIn();
    const before = await versionNow();
    // Nothing in February, before the load that comes in between.
    const asked = { ...payload(), searchValue: ['8517'], countryCode: ['VNM'], fromDate: '2024-02-01' };
    const page = await whilePublishing('search.page', () =>
      client.search({ ...asked, toDate: '2024-02-28', incoterm: ['CIF'] }),
    );
    expect([page.dataVersion, page.impForeignList]).toEqual([before, []]);
    expect(page.dropHints).toEqual([]);
  });
});

const WINDOW = { countries: ['VNM'], dataAccessUpto: '2024-03-12', dataAccessInMonth: 2 };

it('the countries to search count the days that the account may see, and no others', async () => {
  const account = await portal.signIn(['VNM']);
  const { client } = account;
  await entitle(portal, account, WINDOW);
  const { countryList } = await client.countryListByTrade({}, { params: { trade: 'I' } });
  expect(countryList).toMatchObject([
    { shortcode: 'VNM', records: 2, importFrom: '2024-01-12', importUpto: '2024-03-12' },
  ]);
});

describe('the coverage', () => {
  it('says by country, trade type and month what is there, how fresh and how complete', async () => {
    const { client } = await portal.signIn();
    const lag = daysUntilToday('2024-03-25');
    const { coverageList, notInPlan, countryList, fromDate, uptoDate } = await client.dataCoverage({});
    expect([notInPlan, fromDate, uptoDate, countryList.length]).toEqual([[], null, null, 81]);
    expect(coverageList.map(({ shortcode }) => shortcode)).toEqual(['KOR', 'VNM']);
    expect(coverageList[1]).toEqual({
      ...{ shortcode: 'VNM', tradeType: 'IMPORT', records: 4, firstDay: '2024-01-05', lastDay: '2024-03-25' },
      // The day may end meanwhile.
      lagDays: expect.toSatisfy((days: number) => [lag, daysUntilToday('2024-03-25')].includes(days)),
      saying: { importer: 3, exporter: 1, quantity: 2, value: 3, port: 1 },
      months: [
        { month: '2024-01', records: 2, saying: { importer: 2, exporter: 1, quantity: 2, value: 2, port: 1 } },
        { month: '2024-03', records: 2, saying: { importer: 1, exporter: 0, quantity: 0, value: 1, port: 0 } },
      ],
      publishedBy: [],
    });
  });

  it('names the public sources of its files, and what these lack', async () => {
    const person = await portal.signIn();
    const { client } = person;
    const { records } = portal.services;
    const [load] = await new Loader(records).load({
      files: [{ path: fixture('cl-dus-exports.txt') }],
      mapping: await shippedMapping('cl-dus-exports'),
    });
    const { firstDate, rowsLoaded } = load?.report ?? expect.fail();
    const period = firstDate?.slice(0, 4) ?? '';
    const total = { trade: 'EXPORT' as const, period, records: 100, usd: 5000 };
    await portal.services.accounts.loading.sources.noteTotals('chile', [total]);
    const { coverageList } = await client.dataCoverage({});
    expect(coverageList.map(({ shortcode, publishedBy }) => [shortcode, publishedBy])).toEqual([
      [
        'CHL',
        [
          {
            ...{ title: 'Chile, customs declarations', publisher: 'Servicio Nacional de Aduanas' },
            terms: 'Open Data Commons Attribution License',
            lacks: expect.arrayContaining([expect.stringContaining('importers and exporters are numbers')]),
            totals: [{ ...total, loaded: { records: rowsLoaded, usd: expect.any(Number) } }],
          },
        ],
      ],
      ['KOR', []],
      ['VNM', []],
    ]);
    // Where they are searched, and to programs and agents, the same is said beside an answer.
    const published = coverageList[0]?.publishedBy.map(({ totals: _, ...one }) => one);
    const inList = async (trade: 'I' | 'E') =>
      (await client.countryListByTrade({}, { params: { trade } })).countryList.find((one) => one.shortcode === 'CHL');
    expect([await inList('E'), await inList('I')]).toMatchObject([{ publishedBy: published }, { publishedBy: [] }]);
    const program = await programFor(portal, person);
    const told = async (...countries: string[]) => {
      const question = { ...QUESTION, trade: 'export', countries, from: `${period}-01-01`, to: `${period}-12-31` };
      return (await program.call('count', { question })).meta.published_by;
    };
    expect([await told('CHL'), await told('KOR')]).toEqual([published, undefined]);
    // The difference to what is published would tell of days that a plan does not show.
    const some = await portal.signIn(['CHL']);
    await entitle(portal, some, { countries: ['CHL'], dataAccessUpto: `${period}-12-30`, dataAccessInMonth: null });
    const [seen] = (await some.client.dataCoverage({})).coverageList;
    expect(seen?.publishedBy).toMatchObject([{ totals: [] }]);
    await records.publication.unload([load?.loadId ?? 0]);
  });

  it('ends where the plan ends, to the day and by country; others are named and no more', async () => {
    const account = await portal.signIn(['VNM']);
    await entitle(portal, account, WINDOW);
    const answer = await account.client.dataCoverage({});
    expect(answer).toMatchObject({
      fromDate: '2024-01-12',
      uptoDate: '2024-03-12',
      countryList: [{ shortcode: 'VNM', name: 'Vietnam' }],
      coverageList: [{ shortcode: 'VNM', records: 2, firstDay: '2024-01-20', lastDay: '2024-03-10' }],
      notInPlan: [{ shortcode: 'KOR', name: 'South Korea', iso2code: 'KR' }],
    });
    expect(answer.coverageList[0]?.months).toMatchObject([
      { month: '2024-01', records: 1 },
      { month: '2024-03', records: 1 },
    ]);
  });
});
