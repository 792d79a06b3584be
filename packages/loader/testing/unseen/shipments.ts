/** Declarations that nobody made, of a source and a month: their amounts add up in every currency, as those of real ones do. */
import { Random } from '@tidewaiter/demo';
import type { FilePlan, Row } from './tables.js';

export interface Item {
  day: Date;
  goods: Row;
  /** Twelve digits. */
  hs: string;
  origin: Row;
  dispatch: Row;
  /** Texts by field: companies, ids, addresses, offices, ships … */
  texts: Readonly<Record<string, string>>;
  currency: string;
  /** Quantities and weights by field, and amounts by field and currency: `fob.fc`, `cif.usd`, `duty.loc` … */
  numbers: Record<string, number>;
  declaration: number;
  position: number;
}

const FOREIGN = 'BRIGHTSEA NORVIA HANSELTON GOLDENFEN LUMARIS ORIENTALIS VESTRA KAPRICORN TELLURIA'.split(' ');
const BRANDS = ['NORVIA', 'KESTO', 'LUMARIS', 'TARKAN', 'ZENVO', 'PRIMEL'];
const AGENTS = ['TRANSMARES', 'ALLIED GATE', 'PORTUS LINK', 'CARGONET', 'FASTCLEAR'];
const VESSELS = ['OCEAN ALDORA', 'LUMEN STAR', 'TANAIS EXPRESS', 'BRISA BLANCA', 'HORIZONTE I', 'VILNA BRIDGE'];
const LINES = ['OCEANLINE SHIPPING', 'BLUE ANCHOR CONTAINER LINE', 'MERIDIAN FEEDERS'];
const INCOTERMS = ['FOB', 'FOB', 'CIF', 'CIF', 'CFR', 'EXW'];
/** What each incoterm's invoice has beside the price of the goods. */
const WITH: Record<string, readonly string[]> = { CFR: ['freight'], CIF: ['freight', 'insurance'] };

const rounded = (value: number, decimals: number): number =>
  Number(`${Math.round(Number(`${value}e${decimals}`))}e-${decimals}`);
const digits = (pattern: string, random: Random) => pattern.replaceAll('#', () => String(random.below(10)));

/** Companies of a pattern with `*`, each with its own id and address for as long as the source lives. */
function companiesOf({ patterns = '', cores = '', id = '', streets = '' }: Row, random: Random) {
  return cores.split(',').flatMap((core) =>
    patterns.split(';').map((form) => ({
      name: form.replace('*', core),
      id: digits(id, random),
      address: random.pick(streets.split(';')),
    })),
  );
}

function foreignOf({ company = '', port = '' }: Row, random: Random) {
  const name = random.pick(company.split(';')).replace('*', random.pick(FOREIGN));
  return { name, address: `${1 + random.below(300)} PORT ROAD, ${port}` };
}

/** The amounts of an item in its own currency, in dollars and in the source's money. */
function amountsOf(fob: number, random: Random, plan: FilePlan, currency: string, perUsd: number, term: string) {
  const local = Number(plan.from.perUsd);
  const of = (code: string, money: Record<string, number>, decimals: number) => {
    const cif = rounded((money.fob ?? 0) + (money.freight ?? 0) + (money.insurance ?? 0), decimals);
    const invoice = (WITH[term] ?? []).reduce((sum, part) => sum + (money[part] ?? 0), money.fob ?? 0);
    const all = { ...money, cif, inv: rounded(invoice, decimals) };
    return Object.entries(all).map(([name, value]): [string, number] => [`${name}.${code}`, value]);
  };
  const own = currency === 'JPY' ? 0 : 2;
  const fc = {
    fob: rounded(fob, own),
    freight: rounded(fob * random.between(0.03, 0.11), own),
    insurance: rounded(fob * random.between(0.002, 0.01), own),
  };
  const times = (rate: number, decimals: number) =>
    Object.fromEntries(Object.entries(fc).map(([name, value]) => [name, rounded(value * rate, decimals)]));
  const decimals = Number(plan.from.decimals);
  const foreign = currency === plan.from.currency ? 1 : rounded(local / perUsd, 4);
  const numbers = Object.fromEntries([
    ...of('fc', fc, own),
    ...of('usd', times(1 / perUsd, 2), 2),
    ...of('loc', times(foreign, decimals), decimals),
  ]);
  for (const [code, places] of [
    ['loc', decimals],
    ['usd', 2],
  ] as const) {
    const base = numbers[`cif.${code}`] ?? 0;
    const duty = plan.trade === 'EXPORT' ? 0 : rounded(base * random.pick([0, 0.05, 0.1, 0.15]), places);
    const vat = plan.trade === 'EXPORT' ? 0 : rounded((base + duty) * 0.17, places);
    const tax = rounded(duty + vat, places);
    Object.assign(numbers, { [`duty.${code}`]: duty, [`vat.${code}`]: vat, [`tax.${code}`]: tax });
  }
  return { ...numbers, 'rate.fc': foreign, 'rate.usd': local };
}

function quantitiesOf(goods: Row, random: Random) {
  const bulk = goods.unit === 'KGM';
  const quantity = bulk
    ? (Number(goods.low) > 20 ? 1 : 40) * (5 + random.below(620)) + random.pick([0, 0, 0.5, 12.25])
    : 10 * (2 + random.below(240));
  const net = rounded(quantity * Number(goods.kg), 3);
  const packages = Math.max(1, Math.round(net / random.pick([20, 25, 40])));
  return { qty: quantity, net, gross: rounded(net * random.between(1.02, 1.09) + 1, 3), packages };
}

/** The items of a file, in the order of its days. */
export function shipmentsOf(plan: FilePlan): Item[] {
  const random = Random.of(2024, plan.name);
  const { from, trade } = plan;
  const companies = companiesOf(from, Random.of(7, from.iso2 ?? ''));
  const partners = plan.partners.filter(({ iso2 }) => iso2 !== from.iso2);
  const [exported, imported] = [(from.exports ?? '').split(','), from.imports?.split(',')];
  const goods = plan.goods.filter(({ key = '', for: use }) => {
    if (trade === 'EXPORT') return exported.includes(key);
    return imported ? imported.includes(key) : use === 'I' && !exported.includes(key);
  });
  const items: Item[] = [];
  const declarations = Math.round(plan.count / 2.4);
  const last = Number(plan.settings.days ?? 28);
  for (let declaration = 1; items.length < plan.count; declaration += 1) {
    const day = new Date(`${plan.month}-01T00:00:00Z`);
    day.setUTCDate(1 + Math.min(last - 1, Math.floor(((declaration - 1) * last) / declarations)));
    const partner = random.pick(partners);
    const dispatch = random.chance(0.85) ? partner : random.pick(partners);
    const currency = random.chance(0.6) ? 'USD' : (partner.currency ?? 'USD');
    const perUsd = currency === 'USD' ? 1 : Number(partner.perUsd);
    const [local, foreign] = [random.pick(companies), foreignOf(dispatch, random)];
    const [officeCode = '', office = ''] = random.pick((from.offices ?? '').split(';')).split('=');
    const term = random.pick(INCOTERMS);
    const texts = {
      ...{ local: local.name, 'local.id': local.id, 'local.addr': local.address },
      ...{ foreign: foreign.name, 'foreign.addr': foreign.address, agent: `${random.pick(AGENTS)} ${from.iso2}` },
      ...{ 'agent.id': String(100 + random.below(800)), carrier: random.pick(LINES), vessel: random.pick(VESSELS) },
      ...{ term, 'office.code': officeCode, office, container: digits('TWDU#######', random) },
      ...{ bl: digits('OLBL########', random), number: digits('######', random) },
      'foreign.port': dispatch.port ?? '',
      ship: /AER|AIR|JKIA|NAIA|ENTEBBE|HEATHROW/.test(office) ? '4' : '1',
    };
    const count = Math.min(1 + random.below(4), plan.count - items.length);
    for (let position = 1; position <= count; position += 1) {
      const row = random.pick(goods);
      const quantities = quantitiesOf(row, random);
      const price = rounded(random.between(Number(row.low), Number(row.high)) * perUsd, currency === 'JPY' ? 0 : 2);
      const amounts = amountsOf(price * quantities.qty, random, plan, currency, perUsd, term);
      const model = random.chance(0.6)
        ? ` ${random.pick(BRANDS)} ${String.fromCharCode(65 + random.below(26))}${100 + random.below(900)}`
        : '';
      items.push({
        ...{ day, goods: row, hs: row.hs ?? '', origin: trade === 'EXPORT' ? dispatch : partner },
        ...{ dispatch, currency, declaration, position },
        texts: { ...texts, model: trade === 'EXPORT' ? '' : model },
        numbers: { ...quantities, price, ...amounts },
      });
    }
  }
  return items;
}

/** What an office publishes of its declarations: one row of each month, code and country, with the sums of their numbers, by month and code. */
export function summed(items: readonly Item[]): Item[] {
  const rows = new Map<string, Item>();
  for (const item of items) {
    const month = item.day.toISOString().slice(0, 7);
    const key = `${month} ${item.hs} ${item.origin.iso2}`;
    const { numbers, ...first } = rows.get(key) ?? { ...item, numbers: {} };
    const all = Object.entries(item.numbers).map(([name, value]) => [name, rounded((numbers[name] ?? 0) + value, 3)]);
    rows.set(key, {
      ...{ ...first, day: new Date(`${month}-01T00:00:00Z`), dispatch: item.origin, numbers: Object.fromEntries(all) },
      texts: { ...first.texts, model: '' },
    });
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
