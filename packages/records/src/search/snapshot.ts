import type { DataVersion } from '../data-version.js';
import type { Call, RecordEngine, Statement } from '../engine/engine.js';
import type { Edition } from '../nomenclature/edition.js';
import type { Nomenclature } from '../nomenclature/nomenclature.js';
import type { CharacterFolding } from './character-folding.js';
import type { AnswerKind, KeptAnswers } from './kept-answers.js';

/** What answers are found with. */
export interface Sources {
  engine: RecordEngine;
  answers: KeptAnswers;
  nomenclature: Nomenclature;
  folding: CharacterFolding;
}

/** A statement that does not say for whom it works: the snapshot does. */
export type Reading<Row> = Omit<Statement<Row>, 'signal' | 'asker'>;

/**
 * The records at one data version, as one call reads them: every statement stops with the call and counts for its asker. It knows
 * no entitlement, so that no kept answer can depend on one.
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

  query<Row>(statement: Reading<Row>): Promise<Row[]> {
    return this.sources.engine.query({ ...statement, ...this.call });
  }

  /** An answer that was found before at this version, or is found now. */
  kept<About, Answer extends object>(kind: AnswerKind<About, Answer>, about: About): Promise<Answer> {
    return this.sources.answers.get(kind, about, this);
  }

  /** What HS codes are called. */
  edition(): Promise<Edition> {
    return this.sources.nomenclature.at(this.version);
  }

  get folding(): CharacterFolding {
    return this.sources.folding;
  }
}
