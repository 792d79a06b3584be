import {
  COUNTRY_NAMES,
  type Country,
  dayOf,
  displayDate,
  EVERY_COUNTRY,
  LINE_FIELD_NAMES,
  type LineField,
  lineField,
  type Match,
  type OwnList,
  type OwnListKind,
  readLine,
  type Suggestion,
  term,
  writeLine,
} from '@tidewaiter/contract';
import { formatCount, formatShipments } from '../../format/numbers.js';
import type { ListedValue } from '../model/facets.js';

/** It may stand at a place of a line. */
export interface LineOffer {
  /** It is written so. */
  text: string;
  label: string;
  about?: string | undefined;
  /** How many shipments have it. */
  count?: string | undefined;
  /** It is not whole yet: a value follows at once. */
  goesOn?: boolean;
}

/** A list is read at a glance; further letters narrow it. */
const MOST = 40;

const words = (text: string) => text.toLowerCase().split(/[\s()-]+/);

/** Tells whether a text, or a word in it, begins as what was typed. */
const begins = (text: string, typed: string) =>
  text.toLowerCase().startsWith(typed.toLowerCase()) ||
  words(text).some((word) => word.startsWith(typed.toLowerCase()));

/** Leaves what begins as was typed, what begins so itself before what has a word that does. */
function beginning<One>(all: readonly One[], typed: string, textsOf: (one: One) => readonly string[]): One[] {
  const found = all.filter((one) => textsOf(one).some((text) => begins(text, typed)));
  const isFirst = (one: One) => textsOf(one)[0]?.toLowerCase().startsWith(typed.toLowerCase()) ?? false;
  return [...found.filter(isFirst), ...found.filter((one) => !isFirst(one))].slice(0, MOST);
}

/** A value of a field as a line has it. */
const written = (field: LineField, match: Match) => writeLine(term(field, match)).slice(field.length + 1);

const JOINS: readonly LineOffer[] = [
  { text: 'OR', label: 'OR', about: 'One or the other' },
  { text: 'AND', label: 'AND', about: 'Both, as without it' },
  { text: 'NOT', label: 'NOT', about: 'Without what follows, as - before it' },
  { text: 'NEAR(', label: 'NEAR(', about: 'Words close together: NEAR(steel pipe, 5)', goesOn: true },
];

const FIELDS: readonly LineOffer[] = LINE_FIELD_NAMES.map((name) => ({
  text: `${name}:`,
  label: `${name}:`,
  about: lineField(name).about,
  goesOn: true,
}));

/** Words that say nothing of a field would offer it for nearly everything. */
const TELLING = 3;

/** What a condition begins with: fields, by their names and by what they are, and what joins conditions. */
export const offersToBegin = (typed: string): LineOffer[] =>
  beginning([...FIELDS, ...JOINS], typed, ({ label, about = '' }) =>
    typed.length < TELLING ? [label] : [label, ...about.split(' ').filter((word) => word.length >= TELLING)],
  );

const SIGNS: readonly LineOffer[] = [
  { text: '>', label: '>', about: 'More than', goesOn: true },
  { text: '>=', label: '>=', about: 'At least', goesOn: true },
  { text: '<', label: '<', about: 'Less than', goesOn: true },
  { text: '<=', label: '<=', about: 'At most', goesOn: true },
];

const RELATIVE = ['this-month', 'last-month', 'last-90-days', 'last-12-months', 'this-year', 'last-year'];

/** Relative days, and which ones they are today. */
function days(today: string): LineOffer[] {
  return RELATIVE.map((text) => {
    const { expression } = readLine(`date:${text}`, today);
    const match = expression?.is === 'term' ? expression.match : undefined;
    const [from, to] = match?.kind === 'range' ? [match.from ?? '', match.to ?? ''] : ['', ''];
    return { text, label: text, about: `${displayDate(from)} – ${displayDate(to)}` };
  });
}

/** Records name partners so. */
const PARTNERS: readonly LineOffer[] = EVERY_COUNTRY.filter(({ shortcode }) => shortcode !== 'SEZ').map((country) => {
  const label = COUNTRY_NAMES.get(country.iso2) ?? country.name;
  return { text: written('from', { kind: 'is', value: label }), label, about: country.iso2 };
});

const declaring = (countries: readonly Country[]): LineOffer[] =>
  countries.map(({ shortcode, name, records }) => ({
    text: written('country', { kind: 'is', value: shortcode }),
    label: name,
    about: shortcode,
    count: formatShipments(records),
  }));

const TRADES: readonly LineOffer[] = ['import', 'export'].map((text) => ({ text, label: text }));

/** What is known without asking anybody. */
interface Known {
  /** The countries that declare. */
  countries: readonly Country[];
  /** The values of the field's list among the records that are shown. */
  listed: readonly ListedValue[];
}

/** The values of a field that need not be asked for. */
export function offersOfValues(
  field: LineField,
  typed: string,
  sign: string,
  { countries, listed }: Known,
): LineOffer[] {
  const found = listed.map(({ value, records }) => ({
    ...{ text: written(field, { kind: 'is', value }), label: value, count: formatShipments(records) },
  }));
  const also = () => {
    switch (lineField(field).kind) {
      case 'country': {
        const shown = new Set(found.map(({ label }) => label));
        return PARTNERS.filter(({ label }) => !shown.has(label));
      }
      case 'source':
        return declaring(countries);
      case 'amount':
        return typed === '' && sign === '' ? SIGNS : [];
      case 'day':
        return days(dayOf(new Date()));
      case 'trade':
        return TRADES;
      case 'state':
        return [{ text: 'new', label: 'new' }];
      default:
        return [];
    }
  };
  return beginning<LineOffer>([...found, ...also()], typed, ({ label, about = '' }) => [label, about]);
}

/** What stands on lists that a field takes. */
const listedIn = (field: LineField): OwnListKind | undefined =>
  (({ party: 'COMPANY', code: 'HS_CODE', record: 'RECORD' }) as const)[lineField(field).kind as 'party'];

/** The account's lists that a field takes, by their names. */
export function offersOfLists(field: LineField, typed: string, lists: readonly OwnList[]): LineOffer[] {
  const taken = lists.filter(({ kind, state }) => kind === listedIn(field) && state !== 'SENDING');
  const offers = taken.map(({ name, members }) => ({
    ...{ text: written(field, { kind: 'list', name }), label: name },
    about: `${formatCount(members)} on it`,
  }));
  return beginning(offers, typed, ({ label }) => [label]);
}

/** A suggestion as the value of a field: a party that is known is meant under all its spellings. */
export function offerOfSuggestion(field: LineField, { value, key, description }: Suggestion, count: string): LineOffer {
  const match = (): Match => {
    if (lineField(field).kind === 'code') return { kind: 'range', from: value, to: value };
    if (lineField(field).kind === 'goods') return { kind: 'words', words: value.split(/\s+/) };
    return key === undefined ? { kind: 'text', text: value } : { kind: 'is', value };
  };
  return { text: written(field, match()), label: value, about: description, count };
}
