/** Pages of companies against a plain computation over the same records: every figure, in each part that they play. */
import {
  addMonths,
  COMPANY_ROLES,
  type CompanyRole,
  decimalOf,
  PARTNER_CHANGES,
  scaledDecimal,
  TRADE_TYPES,
  type TradeType,
} from '@tidewaiter/contract';
import { type DemoRecords, loadDemoRecords } from '@tidewaiter/testing/demo-records';
import { cases, drawn } from '@tidewaiter/testing/generated';
import { AS_PORTAL, EVERYTHING, seeing } from '@tidewaiter/testing/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PLAIN_QUANTITY, PLAIN_UNIT } from '../../testing/plain-quantity.js';
import { PARTY_ROLES } from '../columns/parties.js';
import { EVERYTHING_LOADED } from '../query/entitlement.js';
import type { CompanyPart, FigureGroup, FigureList, Figures } from './company-figures.js';
import { PARTNER } from './company-partners.js';

/** A record as it is stored. */
interface Plain {
  trade: TradeType;
  country: string;
  day: string;
  code: string;
  unit: string;
  localPort: string;
  foreignPort: string;
  usd: string | null;
  converted: boolean;
  quantity: string;
  names: Record<CompanyRole, string>;
  keys: Record<CompanyRole, string>;
}

/** The largest five of them are there in every run. */
const COMPANIES = cases(4, 50);
const SCALE = 18;

let demo: DemoRecords;
let plain: Plain[];

beforeAll(async () => {
  demo = await loadDemoRecords();
  const text = z.string();
  const rows = await demo.test.records.staging.engine.query({
    name: 'test.stored',
    sql: `SELECT toString(trade_type), toString(country), toString(record_date), hs_code, ${PLAIN_UNIT},
        if(trade_type = 'IMPORT', destination_port, origin_port), if(trade_type = 'IMPORT', origin_port, destination_port),
        toString(total_value_usd), total_value_usd_derived, ${PLAIN_QUANTITY},
        [${Object.values(PARTY_ROLES).join(', ')}], [${Object.values(PARTY_ROLES)
          .map((column) => `toString(${column}_key)`)
          .join(', ')}]
      FROM records`,
    row: z.tuple([
      ...[z.enum(TRADE_TYPES), text, text, text, text, text, text, text.nullable(), z.boolean(), text],
      ...[z.array(text), z.array(text)],
    ] as const),
  });
  const byRole = (texts: readonly string[]) =>
    Object.fromEntries(Object.keys(PARTY_ROLES).map((role, index) => [role, texts[index]])) as Plain['names'];
  plain = rows.map(
    ([trade, country, day, code, unit, localPort, foreignPort, usd, converted, quantity, names, keys]) => ({
      ...{ trade, country, day, code, unit, localPort, foreignPort, usd, converted, quantity },
      ...{ names: byRole(names), keys: byRole(keys) },
    }),
  );
});
afterAll(() => demo.test.close());

const total = (values: readonly string[]) =>
  decimalOf(
    values.reduce((sum, value) => sum + scaledDecimal(value, SCALE), 0n),
    SCALE,
  );

function figuresOf(records: readonly Plain[]): Figures {
  const days = records.map(({ day }) => day).sort();
  return {
    shipments: records.length,
    stated: records.filter(({ usd }) => usd !== null).length,
    converted: records.filter(({ usd, converted }) => usd !== null && converted).length,
    valueUsd: total(records.map(({ usd }) => usd ?? '0')),
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
  };
}

function grouped(records: readonly Plain[], nameOf: (record: Plain) => string): Map<string, Plain[]> {
  const groups = new Map<string, Plain[]>();
  for (const record of records) groups.set(nameOf(record), [...(groups.get(nameOf(record)) ?? []), record]);
  return groups;
}

const bare = ({ shipments, stated, converted, valueUsd, firstDay, lastDay }: Figures) => ({
  ...{ shipments, stated, converted, firstDay, lastDay },
  valueUsd: decimalOf(scaledDecimal(valueUsd, SCALE), SCALE),
});

/** Holds one list against its groups; what is beyond the told ones is what is left of the whole. */
function holdList(
  list: FigureList,
  groups: Map<string, Plain[]>,
  nameOf: (group: FigureGroup) => string,
  by: 'value' | 'count' = 'value',
): void {
  const unnamed = groups.get('') ?? [];
  const named = [...groups].filter(([name]) => name !== '');
  expect(list.count).toBe(named.length);
  expect(list.groups).toHaveLength(Math.min(named.length, 200));
  for (const group of list.groups) expect(bare(group)).toEqual(figuresOf(groups.get(nameOf(group)) ?? []));
  const values = list.groups.map((group) => (by === 'count' ? group.shipments : Number(group.valueUsd)));
  expect(values).toEqual([...values].sort((a, b) => b - a));
  expect(bare(list.notStated)).toEqual(figuresOf(unnamed));
  const told = new Set(list.groups.map(nameOf));
  const others = named.filter(([name]) => !told.has(name)).flatMap(([, records]) => records);
  expect(bare(list.others)).toEqual({ ...figuresOf(others), firstDay: null, lastDay: null });
}

/** Names that occur, of parties that trade often and of those that hardly do. */
function companies(): string[] {
  const named = (record: Plain, role: CompanyRole) => (record.keys[role] === '0' ? '' : record.names[role]);
  const names = plain.flatMap((record) => COMPANY_ROLES.map((role) => named(record, role))).filter(Boolean);
  const shipments = grouped(
    plain.filter(({ keys }) => keys.IMPORTER !== '0'),
    ({ keys }) => keys.IMPORTER,
  );
  const largest = [...shipments].sort((a, b) => b[1].length - a[1].length).slice(0, 5);
  return [
    ...largest.flatMap(([, [record]]) => (record?.names.IMPORTER ? [record.names.IMPORTER] : [])),
    ...drawn([...new Set(names)], COMPANIES),
  ].slice(0, COMPANIES);
}

const ask = async (access = EVERYTHING, asked = EVERYTHING_LOADED) => demo.test.records.ask(asked, access, AS_PORTAL);

const quantile = (sorted: readonly number[], part: number) => {
  const at = (sorted.length - 1) * part;
  const [low = 0, high = 0] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
};

const isPriced = ({ usd, quantity, unit }: Plain) => usd !== null && unit !== '' && scaledDecimal(quantity, SCALE) > 0n;

describe('a company', () => {
  it('is told as a plain computation tells it, in each part that it plays', async () => {
    const question = await ask();
    let told = 0;
    for (const name of companies()) {
      const party = await question.partyKey(name);
      const overview = await question.company(party, {});
      const { fromDate, toDate } = overview.searched ?? expect.fail();
      const visible = plain.filter(({ day }) => day >= fromDate && day <= toDate);
      const mine = (trade: TradeType, role: CompanyRole) =>
        visible.filter((record) => record.trade === trade && record.keys[role] === party);
      const played = TRADE_TYPES.flatMap((trade) => COMPANY_ROLES.map((role) => ({ trade, role }))).filter(
        ({ trade, role }) => mine(trade, role).length > 0,
      );
      expect(new Set(overview.parts.map(({ tradeType, role }) => `${tradeType} ${role}`))).toEqual(
        new Set(played.map(({ trade, role }) => `${trade} ${role}`)),
      );
      for (const { trade, role } of played) {
        const records = mine(trade, role);
        const { shown } = await question.company(party, { tradeType: trade, role });
        const { part, goods, partners, partnerRole, recent, changes } = shown ?? expect.fail();
        const { lists }: CompanyPart = part;
        expect(bare(part.total)).toEqual(figuresOf(records));
        const byName = ({ name: of }: FigureGroup) => of;
        holdList(
          lists.spellings,
          grouped(records, ({ names }) => names[role]),
          byName,
          'count',
        );
        holdList(
          lists.localPorts,
          grouped(records, ({ localPort }) => localPort),
          byName,
        );
        holdList(
          lists.foreignPorts,
          grouped(records, ({ foreignPort }) => foreignPort),
          byName,
        );
        holdList(
          lists.months,
          grouped(records, ({ day }) => day.slice(0, 7)),
          byName,
        );
        holdList(
          lists.countries,
          grouped(records, ({ country }) => country),
          byName,
        );
        const partnerOf = ({ keys }: Plain) => (keys[partnerRole] === '0' ? '' : keys[partnerRole]);
        const byPartner = grouped(records, partnerOf);
        holdList(lists.partners, byPartner, byName);
        const { from, months } = recent ?? expect.fail();
        const dealt = new Map(
          played.map((one) => [one, grouped(mine(one.trade, one.role), ({ keys }) => keys[PARTNER[one.role]])]),
        );
        const stateOf = (key: string) => {
          const days = [...dealt.values()].flatMap((of) => (of.get(key) ?? []).map(({ day }) => day)).sort();
          const [first = '', last = '', again = null] = [days[0], days.at(-1), days.find((day) => day >= from)];
          if (first >= from) return { change: 'NEW', day: first };
          if (last < from) return { change: 'LOST', day: last };
          const wereMissed = (days.findLast((day) => day < from) ?? '') < addMonths(from, -months);
          return wereMissed ? { change: 'BACK', day: again } : { change: 'STAYED', day: null };
        };
        const known = [...byPartner.keys()].filter((key) => key !== '').map((key) => stateOf(key).change);
        const counted = (change: string) => known.filter((one) => one === change).length;
        expect(changes).toEqual(Object.fromEntries(PARTNER_CHANGES.map((change) => [change, counted(change)])));
        lists.partners.groups.forEach(({ name: key }, index) => {
          expect(partners.groups[index]?.state).toEqual({ party: key, ...stateOf(key) });
        });
        expect(partners.groups.every(({ name: called }) => /\D/.test(called))).toBe(true);
        const nameOf = ({ code, unit }: Plain) => (code === '' ? '' : `${code} ${unit}`);
        holdList(lists.goods, grouped(records, nameOf), ({ name: code, unit }) => `${code} ${unit}`);
        for (const { name: code, unit, quantity, pricedValueUsd, pricedQuantity, market } of goods.groups) {
          const of = records.filter((record) => record.code === code && record.unit === unit);
          const priced = of.filter(isPriced);
          expect(scaledDecimal(quantity, SCALE)).toBe(
            unit === '' ? 0n : scaledDecimal(total(of.map((record) => record.quantity)), SCALE),
          );
          expect(scaledDecimal(pricedValueUsd, SCALE)).toBe(
            scaledDecimal(total(priced.map(({ usd }) => usd ?? '0')), SCALE),
          );
          expect(scaledDecimal(pricedQuantity, SCALE)).toBe(
            scaledDecimal(total(priced.map((record) => record.quantity)), SCALE),
          );
          if (market === null) continue;
          const prices = visible
            .filter(
              (record) => record.trade === trade && record.code === code && record.unit === unit && isPriced(record),
            )
            .map(({ usd, quantity: amount }) => Number(usd) / Number(amount))
            .sort((a, b) => a - b);
          expect(market.shipments).toBe(prices.length);
          expect(market.quartile1).toBeCloseTo(quantile(prices, 0.25), 8);
          expect(market.median).toBeCloseTo(quantile(prices, 0.5), 8);
          expect(market.quartile3).toBeCloseTo(quantile(prices, 0.75), 8);
          told += 1;
        }
      }
    }
    expect(told).toBeGreaterThan(COMPANIES);
  });

  it('agrees with the search for it, record by record and sum by sum', async () => {
    const question = await ask();
    const name = companies()[0] ?? '';
    const { parts, searched } = await question.company(await question.partyKey(name), {});
    const counted = await question.companyShipments(name);
    expect(counted.map(({ tradeType, role, records }) => [tradeType, role, records]).sort()).toEqual(
      parts.map(({ tradeType, role, total: { shipments } }) => [tradeType, role, shipments]).sort(),
    );
    expect(counted[0]).toMatchObject({ fromDate: searched?.fromDate, toDate: searched?.toDate });
  });

  it('is one under all its spellings, and nobody where nothing of a name is left', async () => {
    const question = await ask();
    const [name = ''] = companies();
    const party = await question.partyKey(name);
    expect(await question.partyKey(`  ${name.toUpperCase()}.`)).toBe(party);
    for (const nothing of ['---', '  ', 'Nobody of this name 77']) {
      const found = await question.company(await question.partyKey(nothing), {});
      expect(found).toMatchObject({ name: null, parts: [], shown: null });
    }
  });

  it('tells how much of each part is with partners that stand on a list', async () => {
    const everything = await demo.test.records.ask(EVERYTHING_LOADED, EVERYTHING, AS_PORTAL);
    const [busiest = ''] = [...grouped(plain, ({ keys }) => keys.EXPORTER)]
      .filter(([key]) => key !== '0')
      .sort((a, b) => b[1].length - a[1].length)
      .map(([key]) => key);
    const { parts, shown, searched } = await everything.company(busiest, {});
    expect(shown?.listed).toBeNull();
    const { fromDate, toDate } = searched ?? expect.fail();
    const visible = plain.filter(({ day }) => day >= fromDate && day <= toDate);
    for (const { tradeType, role } of parts) {
      const theirs = visible.filter(({ trade, keys }) => trade === tradeType && keys[role] === busiest);
      const partner = PARTNER[role];
      const ours = [...grouped(theirs, ({ keys }) => keys[partner])].filter(([key], at) => key !== '0' && at % 2 === 0);
      const members = ours.map(([, [first]]) => first?.names[partner].toUpperCase() ?? '');
      const list = { name: 'Ours', kind: 'COMPANY' as const, members, contents: `${tradeType} ${role}` };
      const found = (await everything.company(busiest, { tradeType, role, list })).shown;
      const { firstDay: _, lastDay: __, ...figures } = figuresOf(ours.flatMap(([, records]) => records));
      expect(found?.listed?.partners).toBe(ours.length);
      const { valueUsd = '', ...counts } = found?.listed?.figures ?? {};
      expect({ ...counts, valueUsd: decimalOf(scaledDecimal(valueUsd, SCALE), SCALE) }).toEqual(figures);
      const told = found?.partners.groups.filter(({ isListed }) => isListed) ?? [];
      expect(told.length).toBe(Math.min(ours.length, told.length));
      expect(told.length).toBeGreaterThan(0);
    }
  });

  it('is shown within the countries and days that its reader may see, and of one month without new partners', async () => {
    const entitlement = { countries: ['IND'], fromDate: '2025-02-10', toDate: '2025-03-20' };
    const isSeen = ({ country, day }: Plain) => country === 'IND' && day >= '2025-02-10' && day <= '2025-03-20';
    const name = plain.find((record) => isSeen(record) && record.keys.IMPORTER !== '0')?.names.IMPORTER ?? '';
    const question = await ask(seeing(entitlement));
    const party = await question.partyKey(name);
    const { parts, searched, shown } = await question.company(party, {});
    expect(searched).toMatchObject({ countryCode: ['IND'], fromDate: '2025-02-10' });
    for (const { tradeType, role, total: figures } of parts) {
      const seen = plain.filter(
        (record) => record.trade === tradeType && record.keys[role] === party && isSeen(record),
      );
      expect(bare(figures)).toEqual(figuresOf(seen));
    }
    expect(shown).toMatchObject({ recent: null });
    expect(await (await ask(seeing({ ...entitlement, countries: [] }))).company(party, {})).toMatchObject({
      searched: null,
      parts: [],
    });
  });
});
