/** What codes and ids that somebody has listed are among the records. */
import { type OwnListCandidate, type Sureness, TRADE_TYPES } from '@tidewaiter/contract';
import { z } from 'zod';
import { Bindings } from '../engine/bindings.js';
import { compileScope } from '../query/compile.js';
import type { Scope } from '../query/entitlement.js';
import { rollUpScope, WHOLE } from '../query/roll-up-scope.js';
import type { Snapshot } from '../query/snapshot.js';
import type { Edition } from '../reference/edition.js';
import { keysOfNames } from '../text/keys-of-names.js';
import { knownParties } from './known-parties.js';
import { namedIds } from './named-records.js';

/** What a listed value was found to be. */
export interface ListedValue {
  sureness: Sureness;
  candidates: OwnListCandidate[];
}

const UNKNOWN: ListedValue = { sureness: 'NONE', candidates: [] };

/** Codes by the nomenclature, whatever a country has added to its subheadings; others by the records that may be seen. */
export async function listedCodes(
  values: readonly string[],
  scope: Scope | null,
  snapshot: Snapshot,
): Promise<ListedValue[]> {
  const edition = await snapshot.edition();
  const codes = values.map((value) => value.replace(/[.\s-]/g, ''));
  const listed = codes.map((code) => listedCode(code, edition));
  const unknown = codes.filter((code, at) => listed[at]?.sureness === 'NONE' && /^\d{2,12}$/.test(code));
  const declared = await declaredCodes(unknown, scope, snapshot);
  return listed.map((one, at) => {
    const code = codes[at] ?? '';
    return declared.has(code) ? { sureness: 'SURE', candidates: [candidateOf(code, edition)] } : one;
  });
}

/** Those of some codes that codes of records begin with. */
async function declaredCodes(codes: readonly string[], scope: Scope | null, snapshot: Snapshot): Promise<Set<string>> {
  const declared = new Set<string>();
  for (const trade of TRADE_TYPES) {
    if (scope === null || codes.length === 0) break;
    const within = rollUpScope(trade, scope, snapshot.version);
    const rows = await snapshot.query({
      name: 'listed.codes',
      sql: `SELECT DISTINCT left(hs_code, digits) AS code FROM hs_months ARRAY JOIN range(2, 13) AS digits
        WHERE ${within.sql} AND ${WHOLE} AND code IN {codes:Array(String)}`,
      parameters: { ...within.parameters, codes },
      row: z.tuple([z.string()]),
    });
    for (const [code] of rows) declared.add(code);
  }
  return declared;
}

function candidateOf(code: string, edition: Edition, why: string[] = [], score = 1): OwnListCandidate {
  return { name: code, about: edition.describe(code) ?? '', records: 0, why, score };
}

/** Digits of a code that the nomenclature must know. */
const KNOWN_BY = (code: string) => code.slice(0, code.length >= 6 ? 6 : code.length >= 4 ? 4 : 2);

function listedCode(code: string, edition: Edition): ListedValue {
  if (!/^\d{1,12}$/.test(code)) return UNKNOWN;
  // A spreadsheet drops the zero in front.
  const padded = code.length % 2 === 1 ? `0${code}` : code;
  if (edition.texts.has(KNOWN_BY(padded)))
    return padded === code
      ? { sureness: 'SURE', candidates: [candidateOf(code, edition)] }
      : { sureness: 'PROBABLE', candidates: [candidateOf(padded, edition, ['zero'], 0.9)] };
  const heading = [4, 2].map((length) => padded.slice(0, length)).find((one) => edition.texts.has(one));
  return heading === undefined
    ? UNKNOWN
    : { sureness: 'NONE', candidates: [candidateOf(heading, edition, ['heading'], 0.5)] };
}

/** Companies by their own names, however they are written: those that records which may be seen name. */
export async function listedCompanies(
  values: readonly string[],
  scope: Scope | null,
  snapshot: Snapshot,
): Promise<ListedValue[]> {
  const keyOf = await keysOfNames(values, snapshot);
  const known = await knownParties(values.map(keyOf), scope, snapshot);
  return values.map((value) => {
    const party = known.get(keyOf(value));
    return party ? { sureness: 'SURE', candidates: [{ ...party, about: '', why: [], score: 1 }] } : UNKNOWN;
  });
}

/** Records by their ids: those of them that may be seen. */
export async function listedRecords(
  values: readonly string[],
  scope: Scope | null,
  snapshot: Snapshot,
): Promise<ListedValue[]> {
  const ids = values.map((value) => value.trim().toLowerCase());
  const sought = [...new Set(ids.filter((id) => /^[0-9a-f]{32}$/.test(id)))];
  const found = new Set<string>();
  for (const trade of TRADE_TYPES) {
    if (scope === null || sought.length === 0) break;
    const within = compileScope(trade, scope, snapshot.version);
    const bindings = new Bindings('listed');
    const rows = await snapshot.query({
      name: 'listed.records',
      sql: `SELECT DISTINCT lower(hex(id)) FROM records WHERE ${within.sql} AND id IN (${namedIds(sought, bindings)})`,
      parameters: { ...within.parameters, ...bindings.parameters },
      row: z.tuple([z.string()]),
    });
    for (const [id] of rows) found.add(id);
  }
  return ids.map((id) =>
    found.has(id)
      ? { sureness: 'SURE', candidates: [{ name: id, about: '', records: 1, why: [], score: 1 }] }
      : UNKNOWN,
  );
}
