import { COUNTRY_NAMES } from '@tidewaiter/contract';
import type { LoadReport } from '@tidewaiter/records/loading';
import { quote, type RecordEngine } from '@tidewaiter/records/loading';
import { z } from 'zod';
import { countriesByLanguage } from './cleaning/country-names.js';
import { findHeader } from './layout/headers.js';
import type { LoadMapping } from './layout/mapping.js';
import { cellAt } from './reading/form/raw-table.js';
import type { RawRows } from './reading/raw-rows.js';

const COUNTRIES = ['origin_country', 'destination_country'] as const;

/** More different texts are no countries. */
const MOST_COUNTRIES = 2000;

/**
 * A mapping with what its columns of countries say in the languages of the file, as codes of theirs: what a text means follows from the others
 * beside it, so that it is found out before the rows are read.
 */
export async function withCountryLanguages(
  engine: RecordEngine,
  raw: RawRows,
  mapping: LoadMapping,
): Promise<LoadMapping> {
  const columns = { ...mapping.columns };
  for (const name of COUNTRIES) {
    const source = columns[name];
    if (!mapping.clean || !source || !('from' in source) || source.as !== 'as-written' || source.clean === false)
      continue;
    const [ref, ...more] = [source.from].flat();
    const header = ref !== undefined && more.length === 0 ? findHeader(ref, raw.header) : undefined;
    if (header === undefined) continue;
    const cell = `trim(${cellAt(raw.header.indexOf(header) + 1)})`;
    const texts = await engine.query({
      name: 'raw.countries',
      sql: `SELECT DISTINCT ${cell} FROM ${raw.table} LIMIT ${MOST_COUNTRIES + 1}`,
      row: z.tuple([z.string()]),
      lane: 'load',
    });
    if (texts.length > MOST_COUNTRIES) continue;
    const said = texts.map(([text]) => text).filter((text) => !Object.hasOwn(source.codes, text));
    const countries = countriesByLanguage(said.filter((text) => !mapping.missing.includes(text)));
    columns[name] = { ...source, codes: { ...Object.fromEntries(countries), ...source.codes } };
  }
  return { ...mapping, columns };
}

/** Values that are told of a column. */
const TOLD = 5;

/** What stands in a load's columns of countries and is none that is known: how often, and the commonest. */
export async function unknownCountries(
  engine: RecordEngine,
  loadId: number,
  filled: ReadonlySet<string>,
): Promise<LoadReport['unknownCountries']> {
  const known = [...COUNTRY_NAMES.values()].map(quote).join(', ');
  const unknown: LoadReport['unknownCountries'] = [];
  for (const column of COUNTRIES.filter((name) => filled.has(name))) {
    const rows = await engine.query({
      name: 'load.unknown-countries',
      sql: `SELECT toString(${column}) AS country, count() AS records, sum(records) OVER () FROM records
        WHERE load_id = ${loadId} AND ${column} NOT IN ('', ${known}) GROUP BY country ORDER BY records DESC, country LIMIT ${TOLD}`,
      row: z.tuple([z.string(), z.coerce.number(), z.coerce.number()]),
      lane: 'load',
    });
    const [first] = rows;
    if (first) unknown.push({ column, records: first[2], values: rows.map(([text, records]) => ({ text, records })) });
  }
  return unknown;
}
