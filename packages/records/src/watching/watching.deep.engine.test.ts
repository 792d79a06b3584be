/** What watches are told, beside the same reckoned one by one, over histories that are made up. */
import {
  addDays,
  addMonths,
  LIMITS,
  type PortalError,
  type SearchPayload,
  WATCH_SIGNALS,
  WATCH_STRICTNESSES,
  WATCH_THRESHOLDS,
} from '@tidewaiter/contract';
import { cases, SEED } from '@tidewaiter/testing/generated';
import { AS_PORTAL, EVERYTHING, question, seeing } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { columnsFrom, smallMapping } from '@tidewaiter/testing/small-files';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type PlainShipment, plainChanges } from '../../testing/plain-watch.js';
import { type FoundInRecords, findingsOf } from './findings.js';

const test = sharedRecords();
afterEach(() => test.empty());

const HEADER = 'no,date,hs,importer,exporter,origin,quantity,unit,usd';
const MAPPING = smallMapping({
  columns: columnsFrom({
    ...{ record_date: 'date', hs_code: 'hs', importer_name: 'importer', exporter_name: 'exporter' },
    ...{ origin_country: 'origin', quantity: 'quantity', unit: 'unit', total_value_usd: 'usd' },
  }),
});

let number = 0;

async function load(shipments: readonly PlainShipment[]): Promise<number> {
  if (shipments.length === 0) return 0;
  const lines = shipments.map(({ day, importer, exporter, origin, quantity, unit, usd }) =>
    [number++, day, '8517', importer, exporter, origin, quantity || '', quantity ? unit : '', usd].join(),
  );
  return test.load(lines, { header: HEADER, mapping: MAPPING, accept: true });
}

const versionNow = async () => (await test.records.versions.current()).version;

const EVERY_IMPORT: Partial<SearchPayload> = {
  ...{ tradeType: 'IMPORT', countryCode: ['KOR'], fromDate: '2022-01-01', toDate: '2024-12-31' },
  ...{ searchBy: 'HS_CODE', matchType: 'L', searchValue: ['8517'] },
};
const ask = (changes: Partial<SearchPayload> = {}) =>
  test.records.ask(question({ ...EVERY_IMPORT, ...changes }), EVERYTHING, AS_PORTAL);

async function found(
  since: number,
  changes: Partial<SearchPayload> = {},
  strictness: (typeof WATCH_STRICTNESSES)[number] = 'USUAL',
) {
  const latest = await (await ask(changes)).ofLatestDays();
  const telling = { signals: WATCH_SIGNALS, thresholds: WATCH_THRESHOLDS[strictness] };
  return (await latest?.findings(since, telling)) ?? [];
}

/** Without what is called by keys, and with figures as far as both reckon alike; in capitals. */
const comparable = (all: readonly FoundInRecords[]) => {
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value);
  return all
    .map(({ finding, days, before, rests }) => JSON.stringify({ days, before, rests, finding }, rounded).toUpperCase())
    .sort();
};

const party = (names: readonly string[]) =>
  fc.record({
    name: fc.constantFrom(...names),
    partner: fc.constantFrom('Sell One', 'Sell Two', 'Sell Three', 'Sell Four'),
    origin: fc.constantFrom('CHINA', 'VIETNAM', 'GERMANY', 'BRAZIL'),
    from: fc.integer({ min: 0, max: 1000 }),
    length: fc.integer({ min: 1, max: 1100 }),
    every: fc.constantFrom(5, 9, 30, 75, 200),
    usd: fc.integer({ min: 1, max: 9999 }),
    measured: fc.boolean(),
    unit: fc.constantFrom('KGS' as const, 'NOS' as const),
  });

/** Three years of shipments, of which a part is new: what lies behind a day, and some of before that came late. */
const history = fc
  .record({
    parties: fc.array(party(['Buy One', 'Buy Two', 'Buy Three', 'Buy Four', 'Buy Five']), {
      minLength: 1,
      maxLength: 8,
    }),
    upto: fc.integer({ min: 700, max: 1090 }),
    late: fc.integer({ min: 3, max: 40 }),
    seed: fc.integer({ min: 1, max: 9999 }),
  })
  .map(({ parties, upto, late, seed }) => {
    const shipments = parties.flatMap(({ name, partner, origin, from, length, every, usd, measured, unit }, no) => {
      const some: PlainShipment[] = [];
      for (let day = from; day <= Math.min(from + length, 1095); day += every) {
        // Neither of these repeats: amounts of no two groups are the same.
        const odd = ((day * 7919 + no * 104_729 + seed * 31) % 997) / 1000;
        some.push({
          ...{ day: addDays('2022-01-01', day), importer: name, exporter: partner, origin },
          ...{ usd: Number((usd * (0.5 + odd)).toFixed(3)), unit, quantity: measured ? 1 + ((day + seed) % 50) : 0 },
          fresh: day > upto || (day + no + seed) % late === 0,
        });
      }
      return some;
    });
    return { shipments };
  });

const strictnesses = fc.constantFrom(...WATCH_STRICTNESSES);

/** The same each time, so that all that is told comes to pass in some. */
const KNOWN = fc.sample(fc.tuple(history, strictnesses), { numRuns: 5, seed: 324 });

describe('what a watch is told', () => {
  it('is what the same records say that are reckoned one by one', { timeout: cases(600_000, 3_600_000) }, async () => {
    const said = new Set<string>();
    await fc.assert(
      fc.asyncProperty(history, strictnesses, async ({ shipments }, strictness) => {
        await test.empty();
        await load(shipments.filter(({ fresh }) => !fresh));
        const since = await versionNow();
        await load(shipments.filter(({ fresh }) => fresh));
        const last = shipments.reduce((a, { day }) => (a > day ? a : day), '');
        const ofOne = shipments.filter(({ importer }) => importer === 'Buy One');
        for (const asked of [shipments, ofOne]) {
          const changes = asked === ofOne ? { importerList: ['BUY ONE'] } : {};
          const fromDate = addDays(last, -LIMITS.dateSpanDays);
          const model = plainChanges(shipments, asked, fromDate);
          const telling = { signals: WATCH_SIGNALS, thresholds: WATCH_THRESHOLDS[strictness] };
          const scope = { countryCode: ['KOR'], fromDate, toDate: last };
          const of = { ...telling, tradeType: 'IMPORT', dataVersion: await versionNow(), scope } as const;
          const expected = model ? findingsOf(model, of) : [];
          const told = await found(since, changes, strictness);
          for (const { finding } of told) said.add(finding.signal);
          expect(comparable(told)).toEqual(comparable(expected));
        }
      }),
      { seed: SEED, numRuns: cases(8, 200), endOnFailure: true, examples: KNOWN },
    );
    // Histories in which something never comes to pass would prove nothing of it.
    expect([...said].sort()).toEqual([...WATCH_SIGNALS].sort());
  });

  it('is nothing of what came before, nor of a load that takes its own place', async () => {
    const shipments = quiet('Buy One', 24).map((one) => ({ ...one, fresh: false }));
    const first = await load(shipments);
    const since = await versionNow();
    expect(await found(since)).toEqual([]);
    await test.loader.reload([first]);
    expect(await found(since)).toEqual([]);
  });

  it('is a country that is new, and none of its parties', async () => {
    await load(quiet('Buy One', 14));
    const since = await versionNow();
    await test.load(['1,2023-02-20,8517,Compra,Vende,CHN,,,500'], {
      header: HEADER,
      mapping: { ...MAPPING, country: 'CHL' },
    });
    const told = await found(since, { countryCode: ['KOR', 'CHL'] });
    expect(told.map(({ finding }) => finding)).toEqual([
      { signal: 'NEW_RECORDS', records: 1 },
      { signal: 'COVERAGE', country: 'CHL', trade: 'IMPORT', records: 1, isNew: true },
    ]);
    expect(await (await ask({ countryCode: ['KOR', 'CHL'] })).hasMoreSince(since)).toBe(true);
    expect(await (await ask()).hasMoreSince(since)).toBe(false);
  });
});

/** A shipment each week from January 2022 on. */
function quiet(importer: string, months: number): PlainShipment[] {
  const end = addMonths('2022-01-01', months);
  const some: PlainShipment[] = [];
  for (let day = '2022-01-03'; day < end; day = addDays(day, 7))
    some.push({
      ...{ day, importer, exporter: 'Sell One', origin: 'CHINA', usd: 100, quantity: 10, unit: 'KGS', fresh: false },
    });
  return some;
}

describe('one pass over what is new', () => {
  it('counts what came to each of many questions as each says by itself, within what each may see', async () => {
    await load(quiet('Buy One', 12));
    const since = await versionNow();
    await load([...quiet('Buy Two', 3), ...quiet('Buy Three', 2)]);
    const buyers = Array.from({ length: 230 }, (_, at) => ({
      importerList: [`BUY ${['ONE', 'TWO', 'THREE'][at % 3]}`],
    }));
    const questions = [{}, ...buyers, { searchValue: ['9999'] }, { line: 'importer:bu* value:>1' }].map((changes) =>
      question({ ...EVERY_IMPORT, ...changes }),
    );
    const asked = questions.map((query, at) => ({
      ...{ query, lists: [] },
      access: at % 5 === 4 ? seeing({ countries: ['CHN'] }) : EVERYTHING,
    }));
    const alone = await Promise.all(
      asked.map(async ({ query, access }) => {
        const one = await test.records.ask({ ...query, newSince: since }, access, AS_PORTAL);
        return one.scope === null ? 0 : one.count();
      }),
    );
    const many = await test.records.newOfMany(asked, { since }, AS_PORTAL);
    expect(many).toEqual(alone);
    expect(new Set(many).size).toBeGreaterThan(3);
  });

  it('says of a question that cannot be asked why, and answers the others', async () => {
    await load(quiet('Buy One', 2));
    const asked = [{ line: 'importer:@gone' }, {}, { line: '(((' }].map((changes) => ({
      ...{ query: question({ ...EVERY_IMPORT, ...changes }), lists: [], access: EVERYTHING },
    }));
    const [refused, answered, unread] = await test.records.newOfMany(asked, { since: 0 }, AS_PORTAL);
    expect([refused, unread].map((one) => (one as PortalError).code)).toEqual(['VALIDATION', 'VALIDATION']);
    expect(answered).toEqual(expect.any(Number));
  });
});
