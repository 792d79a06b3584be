/** Pairs of parties that are likely one company: found by their numbers and their names, with what their records say for it. Decisions 0054 and 0123. */
import { readFileSync } from 'node:fs';
import { OperatorError } from '@tidewaiter/contract';
import { z } from 'zod';
import { PARTY_ROLES } from '../columns/parties.js';
import { quote, type RecordEngine } from '../engine/engine.js';
import { FILL_SETTINGS } from '../schema/roll-ups.js';
import { fold } from '../text/normalise.js';
import { rewritten } from '../text/party-name-keys.js';
import { type DataVersion, type DataVersions, visibleRecords, visibleSums } from './data-version.js';
import type { Party, PartyJoin, PartyJoins, Verdict } from './party-joins.js';
import { type NumberedParty, numbersApart, numbersOf, pairedByNumbers, sharingNumbers } from './party-numbers.js';

/** By what two names are alike. */
const LIKENESSES = ['form', 'address', 'cut', 'typing'] as const;

/** Two parties that are likely one; the first has more records. */
export interface PartyProposal {
  parties: readonly [ProposedParty, ProposedParty];
  likeness: (typeof LIKENESSES)[number] | 'number';
  /** The official number that is both's; two where they state others of one scheme; else none. */
  numbers: readonly string[];
  /** Headings of goods, source countries, and addresses or numbers that both have. */
  shared: { headings: number; countries: number; details: number };
}

interface ProposedParty extends Party {
  records: number;
  /** What its records say that they are worth. */
  valueUsd: number;
}

/** Parties that share a number with others. */
interface Sharing {
  parties: readonly NumberedParty[];
  said: SaidOf;
  names: ReadonlyMap<string, string>;
}

interface Wanted {
  limit: number;
  /** Parties that records of this source country name. */
  country?: string | undefined;
  /** Those alone that state one official number. */
  sameNumber?: boolean | undefined;
}

/** So many parties of one block are compared with each other: a block of more is of a word that says nothing. */
const BLOCK = 40;

/** Pairs are looked at by so many, those first that many records name, and kept: more than are shown, since it is their value that orders them. */
const LOOKED_AT = 1000;

/** Of pairs, some turn out to trade with each other. */
const SPARE = 200;

const ABBREVIATIONS = readFileSync(new URL('../../vocabulary/abbreviations.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'));

/** A name's letters without its form, words that are often abbreviated in their short writing. */
const coreOf = (key: string) =>
  ABBREVIATIONS.reduce(
    (text, [long = '', short = '']) => `replaceRegexpAll(${text}, ${quote(long)}, ${quote(short)})`,
    `splitByChar('|', ${key})[1]`,
  );

/** Under what parties meet, so that few of all pairs are compared: a typing error leaves one half of a name as it was. */
const BLOCKS = `arrayDistinct(arrayMap(block -> sipHash64(block), [
  ('whole', core), ('ends', concat(substringUTF8(core, 1, 5), substringUTF8(core, -5))),
  ('first', substringUTF8(core, 1, intDiv(size, 2))), ('first', substringUTF8(core, 1, intDiv(size - 1, 2))),
  ('last', substringUTF8(core, -intDiv(size, 2))), ('last', substringUTF8(core, -intDiv(size - 1, 2))),
  ('start', substringUTF8(core, 1, 12)), ('start', substringUTF8(core, 1, 18)),
  ('letters', arrayStringConcat(arraySort(ngrams(core, 1))))]))`;

/** What a plain form looks like behind a name that goes on. */
const PLAIN_FORM = "'^(?:co|pvt|private|company)?(?:ltd|limited)'";

/** How the pair of `a` and `b`, the shorter core first, is alike; '' where it is not. */
const LIKENESS = `multiIf(
  a.core = b.core, if(a.form = '' OR b.form = '' OR a.form = b.form, 'form', ''),
  startsWith(b.core, a.core) AND a.size >= 8 AND (a.form != '' AND startsWith(rest, a.form) OR a.form = '' AND match(rest, ${PLAIN_FORM})), 'address',
  startsWith(b.said, a.said) AND a.bare AND a.size >= 14 AND a.numbers = b.numbers
    AND (lengthUTF8(a.said) >= 28 OR substringUTF8(b.said, lengthUTF8(a.said) + 1, 1) != ' '), 'cut',
  a.form = b.form AND a.size >= 8 AND a.numbers = b.numbers AND b.size - a.size <= 2
    AND damerauLevenshteinDistance(a.core, b.core) <= if(a.size >= 12, 2, 1), 'typing',
  '')`;

const party = (name: string, tuple: string) =>
  ['key', 'core', 'form', 'size', 'said', 'bare', 'numbers', 'records', 'name'].map(
    (field, at) => [`${name}.${field}`, `${tuple}.${at + 1}`] as const,
  );

const OF_TUPLES: ReadonlyMap<string, string> = new Map([...party('a', 'least_one'), ...party('b', 'other')]);

/** An expression over `a` and `b` as one over the tuples that stand for them. */
const overTuples = (sql: string) => sql.replace(/\b[ab][.]\w+/g, (field) => OF_TUPLES.get(field) ?? field);

type Alike = Pick<PartyProposal, 'likeness'> & {
  parties: readonly [Omit<ProposedParty, 'valueUsd'>, Omit<ProposedParty, 'valueUsd'>];
};

/** What was found last, for as long as the same is looked for. */
class Kept<Found> {
  #last: { of: string; found: Promise<Found> } | null = null;

  found(about: unknown, find: () => Promise<Found>): Promise<Found> {
    const of = JSON.stringify(about);
    if (this.#last?.of === of) return this.#last.found;
    const last = { of, found: find() };
    this.#last = last;
    last.found.catch(() => {
      if (this.#last === last) this.#last = null;
    });
    return last.found;
  }
}

/** What records say of a party. */
interface Said {
  records: number;
  headings: readonly string[];
  countries: readonly string[];
  details: readonly string[];
  /** Of those that are asked about, the parties that stand beside it in a record. */
  beside: readonly string[];
  valueUsd: number;
}

type SaidOf = ReadonlyMap<string, Said>;

/** A pair with what the records of both say. */
function proposalOf({ likeness, parties: [one, other] }: Alike, said: SaidOf, numbers: readonly string[]) {
  const [first, second] = [said.get(one.key), said.get(other.key)];
  const both = (of: 'headings' | 'countries' | 'details') =>
    (first?.[of] ?? []).filter((own) => second?.[of].includes(own)).length;
  const proposal: PartyProposal = {
    ...{ likeness, numbers },
    parties: [
      { ...one, valueUsd: first?.valueUsd ?? 0 },
      { ...other, valueUsd: second?.valueUsd ?? 0 },
    ],
    shared: { headings: both('headings'), countries: both('countries'), details: both('details') },
  };
  return proposal;
}

/** A pair by its keys, whichever stands first. */
const pairOf = (keys: readonly string[]) => [...keys].sort().join(' ');

const keysOf = ({ parties }: PartyProposal) => parties.map(({ key }) => key);

/** What moves by a joining: what the smaller of the two is worth. */
const atStake = ({ parties }: PartyProposal) => Math.min(...parties.map(({ valueUsd }) => valueUsd));

/** All that decides which records a version shows. */
const seenAt = (version: DataVersion) => [
  visibleRecords(version).parameters,
  visibleSums(version).parameters,
  version.suppressed,
];

/** Finds parties that are likely one, and keeps what the operator says of them. */
export class PartyProposals {
  /** Comparing all names takes seconds, deciding on a pair changes none. */
  readonly #alikeByName = new Kept<readonly PartyProposal[]>();
  readonly #sharing = new Kept<Sharing>();

  constructor(
    private readonly engine: RecordEngine,
    private readonly versions: DataVersions,
    private readonly joins: PartyJoins,
  ) {}

  /**
   * The likeliest pairs that nobody has decided on: those that state one official number before those whose names are alike, of each
   * those first whose joining moves most value.
   */
  async list({ limit, country = '', sameNumber = false }: Wanted): Promise<PartyProposal[]> {
    const version = await this.versions.current();
    const decided = new Set((await this.joins.decided()).map(pairOf));
    const numbered = await this.#numbered(version, country, decided);
    if (sameNumber) return numbered.slice(0, limit);
    const joined = new Set(version.joinedParties.map(({ party: key }) => key));
    const most = Math.ceil((limit + SPARE + decided.size + joined.size) / LOOKED_AT) * LOOKED_AT;
    const named = await this.#alikeByName.found([seenAt(version), country, most], () => this.#find(most, country));
    const left = new Set([...decided, ...numbered.map((pair) => pairOf(keysOf(pair)))]);
    const open = named.filter(
      (pair) => !left.has(pairOf(keysOf(pair))) && !keysOf(pair).some((key) => joined.has(key)),
    );
    return [...numbered, ...open].slice(0, limit);
  }

  /** Pairs that state one number, but for those that are apart, or stand beside each other in a record. */
  async #numbered(version: DataVersion, country: string, apart: ReadonlySet<string>): Promise<PartyProposal[]> {
    const about = [seenAt(version), country, version.joinedParties];
    const { parties, said, names } = await this.#sharing.found(about, async () => {
      const parties = await sharingNumbers(this.engine, version, country);
      const keys = parties.map(({ party }) => party);
      return { parties, said: await this.#saidOf(keys), names: await this.joins.namesOf(keys) };
    });
    const isApart = (one: string, other: string) =>
      apart.has(pairOf([one, other])) || said.get(one)?.beside.includes(other) === true;
    const known = (key: string) => ({ key, name: names.get(key) ?? key, records: said.get(key)?.records ?? 0 });
    return pairedByNumbers(parties, isApart)
      .map(({ lead, party, number }) =>
        proposalOf({ likeness: 'number', parties: [known(lead), known(party)] }, said, [number]),
      )
      .toSorted((a, b) => atStake(b) - atStake(a));
  }

  /** The pairs that are alike, but for those that stand beside each other in a record. */
  async #find(limit: number, country: string): Promise<readonly PartyProposal[]> {
    const proposals = await this.#alike(limit, country);
    const keys = [...new Set(proposals.flatMap(({ parties }) => parties.map(({ key }) => key)))];
    const said = await this.#saidOf(keys);
    const numbers = await numbersOf(keys, this.engine, await this.versions.current());
    return proposals
      .filter(({ parties: [one, other] }) => !said.get(one.key)?.beside.includes(other.key))
      .map((pair) => {
        const [first = [], second = []] = pair.parties.map(({ key }) => numbers.get(key));
        return proposalOf(pair, said, numbersApart(first, second) ?? []);
      })
      .toSorted((a, b) => atStake(b) - atStake(a));
  }

  /** Joins all pairs that state one number, but for those that were refused, left for later or parted: as many as there is room for. */
  acceptNumbers(country: string, reason: string): Promise<PartyJoin[]> {
    return this.joins.joinFound(async (version) => {
      const apart = new Set((await this.joins.decided({ parted: true })).map(pairOf));
      const found = await this.#numbered(version, country, apart);
      return found.map(({ parties: [lead, other], numbers: [number = ''] }) => ({
        ...{ party: other.key, lead: lead.key },
        reason: [`both state ${number}`, reason].filter(Boolean).join('; '),
      }));
    });
  }

  /** Joins the second party to the first. */
  async accept(keys: readonly [string, string], reason: string) {
    const [lead, other] = await this.#known(keys);
    return this.joins.join(lead.name, [other.name], reason);
  }

  /** Keeps that two parties are not one, that it is to be decided later, or that it is open again. */
  async decide(keys: readonly [string, string], verdict: Verdict, reason: string): Promise<readonly [Party, Party]> {
    const pair = await this.#known(keys);
    await this.joins.note(pair, verdict, reason);
    return pair;
  }

  async #known([first, second]: readonly [string, string]): Promise<readonly [Party, Party]> {
    const names = await this.joins.namesOf([first, second]);
    const known = (key: string) => {
      const name = names.get(key);
      if (name === undefined) throw new OperatorError(`No record that is loaded names a party of the key ${key}.`);
      return { key, name };
    };
    return [known(first), known(second)];
  }

  async #alike(limit: number, country: string): Promise<Alike[]> {
    const version = await this.versions.current();
    const visible = visibleSums(version);
    const hidden = version.suppressed.filter(({ kind }) => kind === 'party').map(({ subject }) => subject);
    const rows = await this.engine.query({
      name: 'party-proposals.alike',
      sql: `SELECT likeness, least_one.1, least_one.9, least_one.8, other.1, other.9, other.8 FROM (
          SELECT least_one, other, substringUTF8(other.2, least_one.4 + 1) AS rest, ${overTuples(LIKENESS)} AS likeness FROM (
            SELECT arrayJoin(arrayFlatten(arrayMap(at -> arrayMap(next -> if((met[at].4, met[at].2, met[at].1) <= (next.4, next.2, next.1),
              (met[at], next), (next, met[at])), arraySlice(met, at + 1)), arrayEnumerate(met)))) AS pair, pair.1 AS least_one, pair.2 AS other
            FROM (
              SELECT groupArray(${BLOCK})((toString(name_key), core, form, size, said, bare, numbers, records, name)) AS met FROM (
                SELECT *, lengthUTF8(core) AS size, 
                  trim(replaceRegexpAll(${fold('name')}, '[^\\\\pL\\\\pN]+', ' ')) AS said,
                  arrayFilter(word -> match(word, '[0-9]|^[ivx]+$'), splitByChar(' ', said)) AS numbers,
                  form = '' AND NOT match(said, ' (?:ltd|limited|co|company)$') AS bare
                FROM (
                  SELECT name_key, name, total AS records, ${rewritten(fold('name'))} AS key, ${coreOf('key')} AS core, splitByChar('|', key)[2] AS form FROM (
                    SELECT name_key, argMax(name, records) AS name, sum(records) AS total FROM party_names
                    WHERE ${visible.sql} AND ({country:String} = '' OR country = {country:String})
                      AND NOT has({hidden:Array(String)}, toString(name_key))
                    GROUP BY name_key
                  )
                ) WHERE size >= 5
              ) ARRAY JOIN ${BLOCKS} AS block
              GROUP BY block HAVING length(met) > 1
            )
          ) WHERE likeness != ''
        ) GROUP BY likeness, least_one, other
        ORDER BY least(least_one.8, other.8) DESC, greatest(least_one.8, other.8) DESC, least_one.1, other.1 LIMIT {limit:UInt32}`,
      parameters: {
        ...visible.parameters,
        ...{ country, limit, hidden },
      },
      settings: FILL_SETTINGS,
      row: z.tuple([
        ...([z.enum(LIKENESSES), z.string(), z.string(), z.coerce.number()] as const),
        ...([z.string(), z.string(), z.coerce.number()] as const),
      ]),
      lane: 'load',
    });
    return rows.map(([likeness, key, name, records, otherKey, otherName, otherRecords]) => {
      const [one, other] = [
        { key, name, records },
        { key: otherKey, name: otherName, records: otherRecords },
      ];
      return { likeness, parties: one.records > other.records ? [one, other] : [other, one] };
    });
  }

  /** What the records of some parties say, and which of these stand beside which in a record. */
  async #saidOf(keys: readonly string[]): Promise<SaidOf> {
    const version = await this.versions.current();
    const [visible, sums] = [visibleRecords(version), visibleSums(version)];
    const columns = Object.values(PARTY_ROLES).map((name) => `${name}_key`);
    const keysSql = 'arrayMap(key -> toUInt64(key), {keys:Array(String)})';
    const texts = z.array(z.string());
    const rows = await this.engine.query({
      name: 'party-proposals.said',
      sql: `SELECT toString(one), groupUniqArray(200)(left(hs_code, 4)), groupUniqArray(100)(toString(country)),
          groupUniqArrayArray(arrayMap(key -> toString(key), arrayFilter(key -> key != one AND key IN (${keysSql}), [${columns.join(', ')}]))),
          toFloat64(sum(ifNull(total_value_usd, 0))), count()
        FROM records ARRAY JOIN arrayDistinct([${columns.join(', ')}]) AS one
        WHERE ${visible.sql} AND (${columns.map((column) => `${column} IN ${keysSql}`).join(' OR ')}) AND one IN ${keysSql} GROUP BY one`,
      parameters: { ...visible.parameters, keys },
      row: z.tuple([z.string(), texts, texts, texts, z.coerce.number(), z.coerce.number()]),
      lane: 'load',
    });
    const details = await this.engine.query({
      name: 'party-proposals.details',
      sql: `SELECT toString(name_key), groupUniqArray(50)(toString(detail_key)) FROM detail_parties
        WHERE ${sums.sql} AND name_key IN ${keysSql} GROUP BY name_key`,
      parameters: { ...sums.parameters, keys },
      row: z.tuple([z.string(), texts]),
      lane: 'load',
    });
    const detailsOf = new Map(details);
    return new Map(
      rows.map(([key, headings, countries, beside, valueUsd, records]) => [
        key,
        { headings, countries, beside, valueUsd, records, details: detailsOf.get(key) ?? [] },
      ]),
    );
  }
}
