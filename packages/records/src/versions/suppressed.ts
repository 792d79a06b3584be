import { PARTY_ROLES } from '../columns/parties.js';
import type { Parameter } from '../engine/engine.js';

/** What can be hidden: a party by its key, in every role and spelling, a record by its id, or all records of a country by its code. */
export const SUBJECT_KINDS = ['party', 'record', 'country'] as const;

export interface Subject {
  kind: (typeof SUBJECT_KINDS)[number];
  /** The key in decimal digits, the id in hexadecimal ones, or three letters. */
  subject: string;
}

/** A subject that is hidden, under the number of its suppression. */
export interface Suppressed extends Subject {
  number: number;
}

/** The number of the latest suppression in force; numbers only grow, so whatever is suppressed later has a higher one. */
export const highestSuppression = ({ suppressed }: { suppressed: readonly Suppressed[] }) =>
  suppressed.reduce((highest, { number }) => Math.max(highest, number), 0);

/** The records that are hidden, as a condition over `records`; null where nothing is. */
export function hiddenRecords(
  suppressed: readonly Subject[],
): { sql: string; parameters: Record<string, Parameter> } | null {
  const of = (kind: Subject['kind']) => suppressed.filter((one) => one.kind === kind).map(({ subject }) => subject);
  const [parties, records, countries] = [of('party'), of('record'), of('country')];
  const conditions = [
    ...(parties.length === 0
      ? []
      : Object.values(PARTY_ROLES).map(
          (column) => `${column}_key IN arrayMap(key -> toUInt64(key), {hidden_parties:Array(String)})`,
        )),
    ...(records.length === 0
      ? []
      : ['id IN arrayMap(id -> toFixedString(unhex(id), 16), {hidden_records:Array(String)})']),
    ...(countries.length === 0 ? [] : ['country IN {hidden_countries:Array(String)}']),
  ];
  if (conditions.length === 0) return null;
  return {
    sql: `(${conditions.join(' OR ')})`,
    parameters: {
      ...(parties.length > 0 && { hidden_parties: parties }),
      ...(records.length > 0 && { hidden_records: records }),
      ...(countries.length > 0 && { hidden_countries: countries }),
    },
  };
}
