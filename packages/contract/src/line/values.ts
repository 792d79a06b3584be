/** What a value of the query line means in its field, and what is wrong with it. */

import { COUNTRY_NAMES, EVERY_COUNTRY } from '../rules/countries.js';
import { addDays, addMonths, firstOfMonth, isIsoDate, lastOfMonth } from '../rules/dates.js';
import { LIMITS } from '../rules/limits.js';
import { amountInDoubt, MESSAGES } from '../rules/messages.js';
import { letterCount, typedTextProblem, UNSEARCHABLE, wholeWords } from '../rules/searched-text.js';
import type { Match } from './expression.js';
import { type LineField, lineField } from './fields.js';
import { isPlainWord, partingProblem, wordProblem } from './plain-word.js';

/** A value as it was typed. */
export interface LineValue {
  sign?: '<' | '<=' | '>' | '>=' | '=' | undefined;
  text?: string;
  /** What stood between quotes. */
  quoted?: string;
  /** What stood between the parentheses of NEAR. */
  near?: string;
  /** A list of the account's, by the name that stood behind the sign of one. */
  list?: string;
}

/** What a value means, or what is wrong with it. */
type Read = Match | string;

/** How many words apart words are that are near each other, unless it is said; and at most. */
const NEAR = 5;
const NEAR_AT_MOST = 100;

/** A word with wildcards needs so many letters beside them, of fewer it stands for nearly everything; and has so many of them at most. */
const LEAST_LETTERS = 2;
const MOST_WILDCARDS = 10;

/** Wildcards beside each other mean what these do: any letters are said once, behind those of which there is a number. */
const joined = (signs: string) => signs.replaceAll('*', '') + (signs.includes('*') ? '*' : '');

/** The words of a text as the line has them: the letters of a word are small ones to every search. */
export const lineWords = (text: string) => [...new Set(wholeWords(text).map((word) => word.toLowerCase()))];

const problemOr = (problem: string | undefined, match: Match): Read => problem ?? match;

function nearOf(inside: string): Read {
  const [, words = '', within] = /^\s*([^,]*?)\s*(?:,\s*(\d{1,3})\s*)?$/.exec(inside) ?? [];
  const listed = lineWords(words);
  if (listed.length < 2 || !words.split(/\s+/).every(isPlainWord)) return MESSAGES.lineNear;
  if (listed.length > LIMITS.productWords) return MESSAGES.tooManyWords;
  const most = within === undefined ? NEAR : Number(within);
  return most < 1 || most > NEAR_AT_MOST ? MESSAGES.lineNear : { kind: 'near', words: listed, within: most };
}

/** A word with signs that stand for letters, or with a number of other letters; undefined where it has none. */
function inexact(text: string): Read | undefined {
  if (/^\/.*\/\w*$/.test(text)) return MESSAGES.lineNoPatterns;
  const spelling = /^([^*?~]+)~([12]?)$/.exec(text);
  if (spelling) {
    const [, word = '', edits] = spelling;
    if (wholeWords(word).join('') !== word || letterCount(word) < 3) return MESSAGES.lineSpelling;
    return problemOr(typedTextProblem(word), {
      kind: 'spelling',
      word: word.toLowerCase(),
      edits: edits === '2' ? 2 : 1,
    });
  }
  if (text.includes('~')) return MESSAGES.lineSpelling;
  if (!/[*?]/.test(text)) return undefined;
  const pattern = text.toLowerCase().replace(/[*?]+/g, joined);
  const letters = text.replace(/[*?]/g, '');
  if (letterCount(letters) < LEAST_LETTERS) return MESSAGES.linePatternTooShort;
  if (wholeWords(letters).join('') !== letters) return MESSAGES.linePatternWord;
  if (pattern.split(/[*?]+/).some((part) => part !== '' && letterCount(part) === 0)) return MESSAGES.lineAccentsAlone;
  if (pattern.replace(/[^*?]/g, '').length > MOST_WILDCARDS) return MESSAGES.lineTooManyWildcards;
  return problemOr(typedTextProblem(text), { kind: 'pattern', pattern });
}

function goodsOf({ sign, text, quoted, near }: LineValue, field: LineField | null): Read {
  if (near !== undefined) return nearOf(near);
  if (sign !== undefined) return MESSAGES.lineNoSign;
  if (quoted !== undefined) return problemOr(typedTextProblem(quoted), { kind: 'text', text: quoted });
  const word = text ?? '';
  if (field === 'description')
    return inexact(word) ?? problemOr(wordProblem(word, field) ?? typedTextProblem(word), { kind: 'text', text: word });
  const words = lineWords(word);
  // A letter may be a word of several: those of `t-shirt` are two.
  const problem = words.length === 0 ? MESSAGES.noWord : typedTextProblem(`${word} `);
  return inexact(word) ?? problemOr(wordProblem(word, field) ?? problem, { kind: 'words', words });
}

/** Names that are asked for by a part, or with an equals sign as a whole. */
function partyOf(value: LineValue, field: LineField): Read {
  const { sign, text, quoted, near } = value;
  if (near !== undefined) return nearOf(near);
  const name = quoted ?? text ?? '';
  if (sign !== undefined && sign !== '=') return MESSAGES.lineNoSign;
  const asked = quoted === undefined ? inexact(name) : undefined;
  if (sign === '=' && asked !== undefined) return MESSAGES.lineWholeName;
  const problem = (quoted === undefined ? wordProblem(name, field) : undefined) ?? typedTextProblem(name);
  if (sign === '=') return problemOr(problem, { kind: 'is', value: name });
  return asked ?? problemOr(problem, { kind: 'text', text: name });
}

function codeOf({ sign, text, quoted, near }: LineValue): Read {
  if (near !== undefined || (sign !== undefined && sign !== '=')) return MESSAGES.lineNoSign;
  const typed = (quoted ?? text ?? '').replace(sign === '=' ? /$/ : /\*$/, '');
  const [from = '', to = from, ...more] = typed.split('..').map((code) => code.replace(/[.\s]/g, ''));
  if (more.length > 0 || ![from, to].every((code) => /^\d{2,12}$/.test(code))) return MESSAGES.lineCode;
  if (sign === '=') return to === from ? { kind: 'is', value: from } : MESSAGES.lineCode;
  return from.slice(0, to.length) > to ? MESSAGES.lineWrongWay : { kind: 'range', from, to };
}

/** A country by its name or one of its codes, whatever the letters; undefined where there is none. */
export function countryCalled(text: string) {
  const sought = text.toLowerCase();
  return EVERY_COUNTRY.find(({ name, iso2, shortcode }) =>
    [name, iso2, shortcode].some((known) => known.toLowerCase() === sought),
  );
}

const noCountry = (text: string) => `There is no country “${text}”. Say its name in English, or its code.`;

/** Records name countries so. */
function partnerOf({ sign, text, quoted, near }: LineValue): Read {
  if (near !== undefined || (sign !== undefined && sign !== '=')) return MESSAGES.lineNoSign;
  const typed = quoted ?? text ?? '';
  const named = countryCalled(typed);
  if (named) return { kind: 'is', value: COUNTRY_NAMES.get(named.iso2) ?? named.name };
  return quoted === undefined ? noCountry(typed) : problemOr(typedTextProblem(quoted), { kind: 'is', value: quoted });
}

function sourceOf({ sign, text, quoted, near }: LineValue): Read {
  if (near !== undefined || (sign !== undefined && sign !== '=')) return MESSAGES.lineNoSign;
  const typed = quoted ?? text ?? '';
  const shortcode = countryCalled(typed)?.shortcode;
  return shortcode === undefined ? noCountry(typed) : { kind: 'is', value: shortcode };
}

function listedOf({ sign, text, quoted, near }: LineValue, field: LineField): Read {
  if (near !== undefined || (sign !== undefined && sign !== '=')) return MESSAGES.lineNoSign;
  const value = quoted ?? text ?? '';
  const inWords = quoted === undefined ? inexact(value) : undefined;
  if (sign === '=' && inWords !== undefined) return MESSAGES.lineWholeName;
  const foreign = quoted === undefined && inWords === undefined ? wordProblem(value, field) : undefined;
  if (foreign !== undefined) return foreign;
  if (quoted !== undefined || sign !== undefined)
    return problemOr(value === '' ? MESSAGES.lineNoValue : undefined, { kind: 'is', value });
  // A part of a heading would stand anywhere in one: `84` in 1184.
  if (field === 'heading' && inWords === undefined)
    return problemOr(/^\d{4}$/.test(value) ? undefined : MESSAGES.lineHeading, { kind: 'is', value });
  const problem = typedTextProblem(value);
  return inWords ?? problemOr(problem, { kind: 'text', text: value });
}

const MULTIPLES: Readonly<Record<string, number>> = { '': 0, k: 3, m: 6, b: 9 };

/** Digits in groups of three, or as Indian English has them: of two before the last three. */
const GROUPED = /^(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})(?![\d,])/;
const withoutCommas = (typed: string) => typed.replace(GROUPED, (digits) => digits.replaceAll(',', ''));

/** Elsewhere than in English a point may part thousands. */
const isInDoubt = (typed: string) => /^[1-9]\d{0,2}\.\d{3}$/.test(typed);

/** An amount in digits: `2.5m` is 2500000; undefined where it is none. */
function amountOf(typed: string): string | undefined {
  const [, whole = '', part = '', unit = ''] =
    /^(\d{1,15})(?:\.(\d{1,18}))?([kmb]?)$/i.exec(withoutCommas(typed)) ?? [];
  if (whole === '') return undefined;
  const places = MULTIPLES[unit.toLowerCase()] ?? 0;
  const digits = whole + part.slice(0, places).padEnd(places, '0');
  const rest = part.slice(places).replace(/0+$/, '');
  const number = digits.replace(/^0+(?=\d)/, '');
  return number.length > LIMITS.amountDigits ? undefined : number + (rest === '' ? '' : `.${rest}`);
}

const scaled = (amount: string) => {
  const [whole = '', part = ''] = amount.split('.');
  return BigInt(whole + part.padEnd(18, '0'));
};

function amountsOf({ sign, text = '', quoted, near }: LineValue): Read {
  if (near !== undefined || quoted !== undefined) return MESSAGES.notAnAmount;
  const [first = '', second = first, ...more] = text.split('..');
  const inDoubt = [first, second].find(isInDoubt);
  if (inDoubt !== undefined) return amountInDoubt(inDoubt);
  const [from, to] = [amountOf(first), amountOf(second)];
  if (from === undefined || to === undefined || more.length > 0) return MESSAGES.notAnAmount;
  if (sign === undefined || sign === '=')
    return scaled(from) > scaled(to) ? MESSAGES.lineWrongWay : { kind: 'range', from, to };
  if (text.includes('..')) return MESSAGES.notAnAmount;
  const beyond = sign.length === 1 && { beyond: true as const };
  return sign.startsWith('>') ? { kind: 'range', from, ...beyond } : { kind: 'range', to, ...beyond };
}

interface Days {
  from: string;
  to: string;
}

/** Days that are counted from today. */
function relativeDays(text: string, today: string): Days | undefined {
  const month = firstOfMonth(today);
  const year = today.slice(0, 4);
  const before = addMonths(month, -1);
  const last = /^last-(\d{1,4})-(days|months)$/.exec(text);
  if (last) {
    const [, count, unit] = last;
    const from = unit === 'days' ? addDays(today, 1 - Number(count)) : addDays(addMonths(today, -Number(count)), 1);
    return { from, to: today };
  }
  switch (text) {
    case 'this-month':
      return { from: month, to: lastOfMonth(today) };
    case 'last-month':
      return { from: before, to: lastOfMonth(before) };
    case 'this-year':
      return { from: `${year}-01-01`, to: `${year}-12-31` };
    case 'last-year':
      return { from: `${Number(year) - 1}-01-01`, to: `${Number(year) - 1}-12-31` };
    default:
      return undefined;
  }
}

/** The days of a day, a month or a year; undefined where it is none. */
function daysOf(text: string, today: string): Days | undefined {
  const from = text.padEnd(10, '-01').slice(0, 10);
  if (!/^\d{4}(-\d{2}){0,2}$/.test(text) || !isIsoDate(from)) return relativeDays(text.toLowerCase(), today);
  if (text.length === 10) return { from, to: text };
  return { from, to: text.length === 7 ? lastOfMonth(from) : `${text}-12-31` };
}

function daysRangeOf({ sign, text, quoted, near }: LineValue, today: string): Read {
  const [first = '', second = first, ...more] = (quoted ?? text ?? '').split('..');
  const [from, to] = [daysOf(first, today), daysOf(second, today)];
  if (near !== undefined || !from || !to || more.length > 0) return MESSAGES.lineDays;
  if (sign === undefined || sign === '=')
    return from.from > to.to ? MESSAGES.lineWrongWay : { kind: 'range', from: from.from, to: to.to };
  if (`${quoted ?? text}`.includes('..')) return MESSAGES.lineDays;
  if (sign.startsWith('>')) return { kind: 'range', from: sign === '>' ? addDays(from.to, 1) : from.from };
  return { kind: 'range', to: sign === '<' ? addDays(from.from, -1) : from.to };
}

function tradeOf({ sign, text, quoted }: LineValue): Read {
  if (sign !== undefined && sign !== '=') return MESSAGES.lineNoSign;
  const typed = (quoted ?? text ?? '').toUpperCase().replace(/S$/, '');
  return typed === 'IMPORT' || typed === 'EXPORT' ? { kind: 'is', value: typed } : MESSAGES.lineTrade;
}

function stateOf({ sign, text, quoted }: LineValue): Read {
  if (sign !== undefined && sign !== '=') return MESSAGES.lineNoSign;
  const typed = (quoted ?? text ?? '').toLowerCase();
  return typed === 'new' ? { kind: 'is', value: typed } : MESSAGES.lineState;
}

/** The kinds of fields whose values may stand on a list. */
const LISTED: ReadonlySet<string> = new Set(['party', 'code', 'record']);

/** What a value means in a field, or a message of what is wrong with it. */
export function matchOf(field: LineField | null, value: LineValue, today: string): Read {
  // A line may be broken between words.
  const typed = [value.text, value.quoted, value.list, value.near?.replace(/\s+/g, ' ')];
  if (typed.some((part) => part !== undefined && UNSEARCHABLE.test(part))) return MESSAGES.unsearchableCharacter;
  if (value.list !== undefined)
    return field !== null && LISTED.has(lineField(field).kind) && value.sign === undefined
      ? problemOr(value.list === '' ? MESSAGES.lineNoValue : undefined, { kind: 'list', name: value.list })
      : MESSAGES.lineListField;
  if (field === null)
    return value.text !== undefined && /^\/.*\/\w*$/.test(value.text) ? MESSAGES.lineNoPatterns : goodsOf(value, field);
  const { kind } = lineField(field);
  const parted = kind === 'amount' ? undefined : partingProblem(value.text ?? '', field);
  if (parted !== undefined) return parted;
  switch (kind) {
    case 'goods':
      return goodsOf(value, field);
    case 'party':
      return partyOf(value, field);
    case 'code':
      return codeOf(value);
    case 'country':
      return partnerOf(value);
    case 'source':
      return sourceOf(value);
    case 'listed':
      return listedOf(value, field);
    case 'amount':
      return amountsOf(value);
    case 'day':
      return daysRangeOf(value, today);
    case 'trade':
      return tradeOf(value);
    case 'state':
      return stateOf(value);
    case 'record':
      return MESSAGES.lineListField;
  }
}
