import type { Random } from '@tidewaiter/demo';
import { COMPANIES, type FilePlan, GOODS } from './tables.js';

/** One item of a declaration: what every column of a file about it agrees with. */
export interface Item {
  day: Date;
  goods: Record<string, string>;
  hs: string;
  local: string;
  foreign: string;
  agent: string;
  origin: string;
  dispatch: string;
  currency: string;
  /** Amounts by field: `fobfc`, `cifloc`, `net` … */
  numbers: Record<string, number>;
  declaration: number;
  position: number;
}

/** Units of each currency in a dollar, about as in spring 2024. */
const PER_USD: Record<string, number> = Object.fromEntries(
  [
    'USD 1, EUR 0.92, CNY 7.2, JPY 151, INR 83.1, PLN 3.95, RUB 91.5, ZAR 18.7, AED 3.6725, TRY 32.1',
    'UAH 39.2, KZT 449, PKR 278.4, BDT 110, LKR 303, IDR 15850, THB 35.9, KRW 1345, MXN 16.9, ARS 857',
    'PAB 1, DOP 59.1, NGN 1480, ETB 56.8, XAF 603, MAD 10.05, VND 24700, ZMW 25.4, EGP 47.8',
  ]
    .flatMap((line) => line.split(', '))
    .map((rate) => [rate.slice(0, 3), Number(rate.slice(4))]),
);

/** Money that has no smaller coins. */
export const WHOLE_MONEY = new Set(['JPY', 'KRW', 'VND', 'IDR', 'XAF']);

const PARTNERS = ['CN', 'DE', 'IN', 'TR', 'US', 'IT', 'FR', 'JP', 'KR', 'VN', 'BR', 'AE', 'GB', 'NL'];
const NAMES_IN: Record<string, string> = {
  CN: 'zh-latn',
  IN: 'in-latn',
  DE: 'de',
  IT: 'it',
  FR: 'fr',
  TR: 'tr',
  BR: 'es',
};
const VAT_RATE = 18;
const DAY = 86_400_000;

const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** The declarations of a file, item by item, in order of their days. */
export function shipmentsOf(plan: FilePlan, iso2: string, random: Random): Item[] {
  const { settings } = plan;
  const [from = 0, to = 0] = (settings.dates ?? '2024-03-01..2024-03-31').split('..').map((day) => Date.parse(day));
  const wanted = Number(settings.rows ?? 150);
  const own = Array.from({ length: 14 }, () => companyName(settings.co ?? 'en', random));
  const partners = PARTNERS.filter((partner) => partner !== iso2);
  const items: Item[] = [];
  for (let declaration = 100 + random.below(900); items.length < wanted; declaration += 1 + random.below(5)) {
    const day = new Date(from + DAY * Math.floor(((to - from) / DAY + 0.999) * (items.length / wanted)));
    const origin = random.pick(partners);
    const header = {
      day,
      declaration,
      local: random.pick(own),
      foreign: foreignName(companyName(NAMES_IN[origin] ?? 'en', random)),
      agent: companyName(settings.co ?? 'en', random),
      origin,
      dispatch: random.chance(0.8) ? origin : random.pick(partners),
      currency: random.pick((settings.fc ?? 'USD').split(',')),
    };
    const drift = 1 + (items.length / wanted - 0.5) * 0.03;
    const group = Array.from({ length: Math.min(1 + random.below(4), wanted - items.length) }, (_, at) => ({
      ...header,
      position: at + 1,
      ...itemOf(plan, header.currency, drift, random),
    }));
    const totfc = rounded(group.reduce((sum, { numbers }) => sum + (numbers.fobfc ?? 0), 0));
    for (const item of group) items.push({ ...item, numbers: { ...item.numbers, totfc } });
  }
  const all = items.reduce((sum, { numbers }) => sum + (numbers.fobloc ?? 0), 0);
  for (const { numbers } of items) numbers.share = rounded((100 * (numbers.fobloc ?? 0)) / all, 4);
  return items;
}

function itemOf({ country, settings }: FilePlan, currency: string, drift: number, random: Random) {
  const goods = random.pick(GOODS);
  const local = settings.loc ?? 'USD';
  const usdrate = rounded((PER_USD[local] ?? 1) * (local === 'PAB' ? 1 : drift), 4);
  const usdOfFc = rounded(1 / (PER_USD[currency] ?? 1), 6);
  const rate = currency === local ? 1 : rounded(usdrate * usdOfFc, 6);
  const dear = Number(goods.usd) > 1000;
  const byWeight = goods.unit === 'KGM' || goods.unit === 'MTR' || goods.unit === 'LTR';
  const wanted = random.logNormal(dear ? 6 : 900, 1);
  const qty = byWeight ? rounded(wanted * 7, 2) : Math.max(1, Math.round(wanted));
  const price = rounded((Number(goods.usd) * random.between(0.7, 1.4)) / usdOfFc, 4);
  const money = (value: number, of: string) => rounded(value, WHOLE_MONEY.has(of) ? 0 : 2);
  const fc = { fob: money(qty * price, currency), frt: 0, ins: 0, cif: 0 };
  fc.frt = money(fc.fob * random.between(0.02, 0.09), currency);
  fc.ins = money(fc.fob * 0.004, currency);
  fc.cif = money(fc.fob + fc.frt + fc.ins, currency);
  const numbers: Record<string, number> = { qty, price, rate, usdrate, priceusd: rounded(price * usdOfFc, 4) };
  for (const [of, by, code] of [
    ['fc', 1, currency],
    ['usd', usdOfFc, 'USD'],
    ['loc', rate, local],
  ] as const) {
    for (const basis of ['fob', 'frt', 'ins'] as const) numbers[basis + of] = money(fc[basis] * by, code);
    const { [`fob${of}`]: fob = 0, [`frt${of}`]: freight = 0, [`ins${of}`]: insurance = 0 } = numbers;
    numbers[`cif${of}`] = money(fob + freight + insurance, code);
  }
  const net = goods.unit === 'KGM' ? qty : rounded(qty * Number(goods.kg), 2);
  const base = numbers.cifloc ?? 0;
  const duty = money((base * Number(goods.duty)) / 100, local);
  const vat = money(((base + duty) * VAT_RATE) / 100, local);
  Object.assign(numbers, { net, gross: rounded(net * random.between(1.02, 1.12), 2), nett: rounded(net / 1000, 5) });
  Object.assign(numbers, { duty, vat, tax: money(duty + vat, local), dutyrate: Number(goods.duty), vatrate: VAT_RATE });
  Object.assign(numbers, { pkgs: 1 + random.below(90), fobk: Math.max(1, Math.round((numbers.fobloc ?? 0) / 1000)) });
  return { goods, currency, hs: codeOf(goods.hs6 ?? '', Number(settings.hs), country), numbers };
}

/** The six digits of all countries with the country's own ones, always the same for the same goods. */
function codeOf(hs6: string, digits: number, country: string): string {
  const seed = Number(hs6) + country.charCodeAt(0) * 7 + country.charCodeAt(1);
  const more = ['00', '10', '90', '20', '00'].map((_, at, all) => all[(seed + at * at) % 5]).join('');
  return (hs6 + more).slice(0, digits);
}

function companyName(language: string, random: Random): string {
  const row = COMPANIES.find(({ lang }) => lang === language) ?? COMPANIES[0];
  const [first, second, form] = [row?.first, row?.second, row?.form].map((words) =>
    random.pick((words ?? '').split(',')),
  );
  const base = ['zh', 'ja', 'ko', 'th'].includes(language) ? `${first}${second}` : `${first} ${second}`;
  return form?.includes('*') ? form.replace('*', base) : `${base} ${form}`;
}

/** As a declaration abroad writes it: in capitals of the Latin alphabet, without marks. */
const foreignName = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i').toUpperCase();
