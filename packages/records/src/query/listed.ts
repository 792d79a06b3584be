/** What stands on the lists of an account that a query line names. */
import { setImmediate } from 'node:timers/promises';
import type { OwnListKind } from '@tidewaiter/contract';
import { LRUCache } from 'lru-cache';
import type { Bindings } from '../engine/bindings.js';
import type { StatementReader } from '../engine/engine.js';
import { keysOfNames } from '../text/keys-of-names.js';
import { NOBODY } from '../text/party-name-keys.js';
import { type Joins, keysOfNamed } from '../versions/joined-parties.js';

/** A list as a line names it. */
export interface NamedList {
  name: string;
  kind: OwnListKind;
  /** Tells what stands on it from what stands on any other list, or stood on this one. */
  contents: string;
  /** Names of companies, codes, or ids of records in hexadecimal digits. */
  members: readonly string[];
}

/** The same, with companies by their keys in decimal digits. */
export class ListMembers implements NamedList {
  #bytes: string | undefined;

  constructor(
    readonly name: string,
    readonly kind: OwnListKind,
    readonly contents: string,
    readonly members: readonly string[],
  ) {}

  /** Answers are cached by what a list is, however much stands on it. */
  toJSON(): unknown {
    return [this.name, this.kind, this.contents];
  }

  /**
   * Whether a party that is one with any of its companies.
   *
   * @param key a party's, as an expression
   */
  has(key: string, bindings: Bindings, joins: Joins): string {
    return this.members.length === 0 ? '0' : `${key} IN ${keysOfNamed(this.boundKeys(bindings), joins)}`;
  }

  /** The keys of its companies as a subquery of `key`. They are bound in little room, since a statement may only be so large. */
  boundKeys(bindings: Bindings): string {
    this.#bytes ??= inBytes(this.members);
    const bytes = `base64URLDecode(${bindings.string(this.#bytes)})`;
    return `(SELECT reinterpretAsUInt64(substring(${bytes}, number * ${KEY} + 1, ${KEY})) AS key FROM numbers(${this.members.length}))`;
  }
}

/** Bytes of a key. */
const KEY = 8;

function inBytes(keys: readonly string[]): string {
  const bytes = Buffer.alloc(keys.length * KEY);
  for (const [at, key] of keys.entries()) bytes.writeBigUInt64LE(BigInt(key), at * KEY);
  return bytes.toString('base64url');
}

/** Members of all lists that are kept: a key takes some forty bytes. */
const MOST_MEMBERS = 1_000_000;

/** Names of which the engine is asked at once. */
const NAMES_AT_ONCE = 2000;

/** The parties of lists by their keys: those that were asked for of late are kept, since a key takes long to be made. */
export class ListedParties {
  readonly #known = new LRUCache<string, readonly string[]>({
    maxSize: MOST_MEMBERS,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });

  /** Lists whose keys are being made: a screen asks several calls about one at once. */
  readonly #underWay = new Map<string, Promise<void>>();

  of(lists: readonly NamedList[], reader: StatementReader): Promise<ListMembers[]> {
    return Promise.all(
      lists.map(async ({ name, kind, contents, members }) => {
        const listed = kind === 'COMPANY' ? await this.#keys(contents, members, reader) : members;
        return new ListMembers(name, kind, contents, listed);
      }),
    );
  }

  async #keys(contents: string, names: readonly string[], reader: StatementReader): Promise<readonly string[]> {
    const known = this.#known.get(contents);
    if (known) return known;
    const other = this.#underWay.get(contents);
    if (other) {
      // Who began may have gone away since.
      await other;
      return this.#keys(contents, names, reader);
    }
    const making = this.#make(names, reader);
    const ended = making.then(
      () => {},
      () => {},
    );
    this.#underWay.set(contents, ended);
    try {
      const parties = await making;
      this.#known.set(contents, parties);
      return parties;
    } finally {
      this.#underWay.delete(contents);
    }
  }

  async #make(names: readonly string[], reader: StatementReader): Promise<readonly string[]> {
    const keys = new Set<string>();
    for (let at = 0; at < names.length; at += NAMES_AT_ONCE) {
      const some = names.slice(at, at + NAMES_AT_ONCE);
      const keyOf = await keysOfNames(some, reader);
      for (const name of some) keys.add(keyOf(name));
      // Making many keys takes long, and others wait.
      await setImmediate();
    }
    keys.delete(NOBODY);
    return [...keys];
  }
}
