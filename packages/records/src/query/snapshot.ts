import type { TradeType } from '@tidewaiter/contract';
import type { AnswerCache, CachedQueryOf } from '../cache/answer-cache.js';
import type { PartyNameDictionaries, PartyNameDictionary } from '../cache/party-name-dictionary.js';
import type { TokenDictionaries, TokenDictionary, TokenizedColumn } from '../cache/token-dictionary.js';
import type { PartyRole } from '../columns/parties.js';
import type {
  AskedEngine,
  Call,
  Command,
  DataFile,
  FileInsert,
  Output,
  RecordEngine,
  Statement,
} from '../engine/engine.js';
import type { NameIndexes } from '../matching/name-indexes.js';
import type { Edition } from '../reference/edition.js';
import type { Nomenclature } from '../reference/nomenclature.js';
import type { CharacterFolding } from '../text/character-folding.js';
import type { DataVersion } from '../versions/data-version.js';
import type { ListedParties, ListMembers, NamedList } from './listed.js';

/** What answers are found with. */
export interface Sources {
  engine: AskedEngine;
  answers: AnswerCache;
  nomenclature: Nomenclature;
  folding: CharacterFolding;
  partyNames: PartyNameDictionaries;
  tokens: TokenDictionaries;
  nameIndexes: NameIndexes;
  listedParties: ListedParties;
}

/** A statement that does not say for whom it works: the snapshot does. */
export type Reading<Row> = Omit<Statement<Row>, 'signal'>;

/**
 * A query of the records whose answers are cached, by what it is about: found before at the snapshot's version, or now.
 *
 * @param name tells its answers from those of other queries
 * @param find from nothing but its arguments: they make the key
 */
export function cachedQuery<About, Answer extends object>(
  name: string,
  find: (about: About, snapshot: Snapshot) => Promise<Answer>,
): (about: About, snapshot: Snapshot) => Promise<Answer> {
  const query = { name, find };
  return (about, snapshot) => snapshot.cached(query, about);
}

/** What a way to write an answer takes behind its statement. */
type OutputOf<Way extends 'bytes' | 'writeFile'> =
  Parameters<RecordEngine[Way]> extends [unknown, ...infer Rest] ? Rest : never;

/**
 * The records at one data version, as one call reads them: every statement stops with the call and counts for its asker. It knows
 * no entitlement but for which of the parties that are joined nobody names to whom it answers, by which answers are cached apart.
 */
export class Snapshot {
  constructor(
    private readonly sources: Sources,
    readonly version: DataVersion,
    readonly call: Call,
  ) {}

  /** The same for work that others wait for as well. */
  waitedForUntil(signal: AbortSignal): Snapshot {
    return new Snapshot(this.sources, this.version, { ...this.call, signal });
  }

  /** The same for somebody who may see no record that names some of the parties that are joined: their answers are cached apart. */
  withUnseen(unseenParties: readonly string[]): Snapshot {
    return new Snapshot(this.sources, { ...this.version, unseenParties }, this.call);
  }

  query<Row>(statement: Reading<Row>): Promise<Row[]> {
    return this.sources.engine.query({ ...statement, ...this.call });
  }

  /** Writes something down beside the records, which no data version names. */
  run(command: Command): Promise<void> {
    return this.sources.engine.run({ ...command, asker: this.call.asker });
  }

  insertFile(file: DataFile, insert: FileInsert): Promise<void> {
    return this.sources.engine.insertFile(file, { ...insert, asker: this.call.asker });
  }

  stream<Row>(statement: Reading<Row>, read: (rows: Row[]) => Promise<void> | void): Promise<void> {
    return this.sources.engine.stream({ ...statement, ...this.call }, read);
  }

  bytes(output: Output, ...[format, read]: OutputOf<'bytes'>): Promise<void> {
    return this.sources.engine.bytes({ ...output, ...this.call }, format, read);
  }

  writeFile(output: Output, ...[format, path]: OutputOf<'writeFile'>): Promise<void> {
    return this.sources.engine.writeFile({ ...output, ...this.call }, format, path);
  }

  /** For {@link cachedQuery}. */
  cached<About, Answer extends object>(query: CachedQueryOf<Snapshot, About, Answer>, about: About): Promise<Answer> {
    return this.sources.answers.get(query, about, this);
  }

  /** What stands on lists of an account. */
  listed(lists: readonly NamedList[]): Promise<ListMembers[]> {
    return this.sources.listedParties.of(lists, this);
  }

  /** What HS codes are called. */
  edition(): Promise<Edition> {
    return this.sources.nomenclature.at(this.version);
  }

  /** How all parties in a role are spelt; undefined while that is to be looked up for some. */
  partyNameDictionary(trade: TradeType, role: PartyRole): PartyNameDictionary | undefined {
    return this.sources.partyNames.dictionary({ trade, role }, this.version);
  }

  /** All words of a text column; undefined while the engine is to look for them. */
  readonly tokenDictionary = (column: TokenizedColumn): TokenDictionary | undefined =>
    this.sources.tokens.dictionary(column, this.version);

  /** What names of lists are matched with. */
  get nameIndexes(): NameIndexes {
    return this.sources.nameIndexes;
  }

  get folding(): CharacterFolding {
    return this.sources.folding;
  }
}
