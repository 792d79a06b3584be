import { COUNTRY_NAMES } from '@tidewaiter/contract';
import { linesOf } from './table-file.js';

/** A country of the demo. Those with a `share` report their trade; the others are only partners. */
export interface Place {
  /** ISO 3166-1 alpha-3. */
  code: string;
  /** English name as the contract gives it. */
  name: string;
  /** Which language its companies and declarants write (names.ts, goods.ts). */
  language: string;
  /** Share of the demo's records that it reports; 0 for a partner. */
  share: number;
  /** How much it buys and sells beside others. */
  weight: number;
  /** Chapters it is known for selling, most important first. */
  sells: readonly string[];
}

/** How a reporting country's customs writes its records. */
export interface Reporter extends Place {
  currency: string;
  /** Units of the currency for one US dollar. */
  perDollar: number;
  hsDigits: 6 | 7 | 8;
  /** What it writes for kilograms, tonnes, pieces and pairs. */
  units: Readonly<Record<'KG' | 'TON' | 'PC' | 'PAIR', string>>;
  /** Share of its imports that name no exporter, and of its exports that name no importer. */
  namelessExporter: number;
  namelessImporter: number;
}

const PIECES = { KG: 'KGS', TON: 'TON', PC: 'PCS', PAIR: 'PRS' };
const EDIFACT = { KG: 'KGM', TON: 'TNE', PC: 'PCE', PAIR: 'NPR' };
const INDIAN = { KG: 'KGS', TON: 'MTS', PC: 'NOS', PAIR: 'PRS' };
const SPANISH = { KG: 'KG', TON: 'TON', PC: 'UND', PAIR: 'PAR' };

type Habits = Omit<Reporter, keyof Place>;

function habits(
  currency: string,
  perDollar: number,
  hsDigits: Habits['hsDigits'],
  units: Habits['units'],
  namelessExporter = 0.08,
  namelessImporter = 0.08,
): Habits {
  return { currency, perDollar, hsDigits, units, namelessExporter, namelessImporter };
}

const HABITS: Readonly<Record<string, Habits>> = {
  VNM: habits('VND', 24650, 8, PIECES, 0.03, 0.04),
  IND: habits('INR', 82.4, 8, INDIAN, 0.04, 0.12),
  USA: habits('USD', 1, 6, PIECES, 0.06, 0.22),
  MEX: habits('MXN', 18.6, 8, SPANISH),
  IDN: habits('IDR', 15450, 8, EDIFACT, 0.1, 0.05),
  BRA: habits('BRL', 5.12, 8, SPANISH, 0.18, 0.15),
  TUR: habits('TRY', 28.4, 8, EDIFACT, 0.05, 0.05),
  // Two countries that publish one side only, so that screens meet a column that is always empty.
  KOR: habits('KRW', 1310, 6, PIECES, 0.08, 1),
  BGD: habits('BDT', 109.5, 8, EDIFACT, 1, 0.06),
  THA: habits('THB', 35.1, 8, PIECES),
  COL: habits('COP', 4080, 8, SPANISH, 0.03, 0.03),
  CHL: habits('CLP', 880, 8, SPANISH, 0.12, 0.1),
  PHL: habits('PHP', 56.2, 8, PIECES),
  PAK: habits('PKR', 279, 8, EDIFACT, 0.04, 0.03),
  PER: habits('PEN', 3.74, 8, SPANISH, 0.03, 0.06),
  ARG: habits('ARS', 640, 8, SPANISH, 0.25, 0.3),
  LKA: habits('LKR', 312, 8, PIECES, 0.05, 0.05),
  KEN: habits('KES', 134, 8, PIECES, 0.06, 0.04),
  NGA: habits('NGN', 890, 7, EDIFACT, 0.05, 0.07),
  UKR: habits('UAH', 38.2, 8, EDIFACT, 0.02, 0.02),
  CIV: habits('XOF', 603, 8, EDIFACT, 0.05, 0.05),
};

function parsePlace(line: string): Place {
  const [code = '', iso2 = '', language = '', share, weight, ...sells] = line.split(' ');
  const name = COUNTRY_NAMES.get(iso2);
  if (name === undefined) throw new Error(`no country has the code ${iso2}`);
  return { code, name, language, share: Number(share), weight: Number(weight), sells };
}

/** Its columns: alpha-3 and alpha-2 codes, language, share, weight, and the chapters that it sells. */
export const PLACES: readonly Place[] = linesOf('places.txt').map(parsePlace);

export const REPORTERS: readonly Reporter[] = PLACES.flatMap((place) => {
  const written = HABITS[place.code];
  return written === undefined ? [] : [{ ...place, ...written }];
});
