import { isTypedAsDigits, LIMITS, type SuggestionQuery, searchValueProblem } from '@tidewaiter/contract';
import type { DataVersion, DataVersions } from '../data-version.js';
import type { RecordEngine } from '../engine/engine.js';
import type { Nomenclature } from '../nomenclature/nomenclature.js';
import type { SharedAnswers } from '../shared-answers.js';
import { type Entitlement, narrow } from './entitlement.js';
import { suggestCodes, suggestDescribedCodes } from './suggest-codes.js';
import { suggestParties } from './suggest-parties.js';
import { suggestPhrases, suggestWords } from './suggest-words.js';
import type { Suggested, Suggesting } from './suggesting.js';

/** A text without any of these is one word, as the descriptions are split. */
const BETWEEN_WORDS = /[^\p{L}\p{N}\u0080-\u{10ffff}]/u;

function suggest(asked: Suggesting): Promise<Suggested[]> {
  const { searchBy, searchValue } = asked.query;
  switch (searchBy) {
    case 'HS_CODE':
    case 'HS_CODE_2':
      return isTypedAsDigits(searchValue) ? suggestCodes(asked) : suggestDescribedCodes(asked);
    case 'IMPORTER':
    case 'EXPORTER':
      return suggestParties(asked, searchBy);
    case 'PRODUCT':
      return BETWEEN_WORDS.test(searchValue) ? suggestPhrases(asked) : suggestWords(asked);
  }
}

/** What a kept suggestion weighs, in bytes. */
const SUGGESTION_WEIGHT = 300;

/** Suggests what a text that is being typed may become. */
export class Suggestions {
  constructor(
    private readonly engine: RecordEngine,
    private readonly versions: DataVersions,
    private readonly answers: SharedAnswers,
    private readonly nomenclature: Nomenclature,
  ) {}

  /**
   * At most ten, most shipments first; each has at least one record that the entitlement shows, within the asked countries and
   * dates. From roll-ups (decision 0011).
   */
  async list(
    query: SuggestionQuery,
    entitlement: Entitlement,
    signal?: AbortSignal,
  ): Promise<{ suggested: readonly Suggested[]; dataVersion: number }> {
    const version = await this.versions.current();
    const suggested = await this.answers.get(
      {
        key: ['suggestions', version.version, query, entitlement],
        ask: () => this.#ask(query, entitlement, version),
        weigh: (found) => (found.length + 1) * SUGGESTION_WEIGHT,
      },
      signal,
    );
    return { suggested, dataVersion: version.version };
  }

  async #ask(query: SuggestionQuery, entitlement: Entitlement, version: DataVersion): Promise<Suggested[]> {
    const scope = narrow(query, entitlement);
    if (scope === null) return [];
    const edition = await this.nomenclature.at(version);
    const found = await suggest({ engine: this.engine, version, query, scope, entitlement, edition });
    return found
      .filter(({ value }) => searchValueProblem(query.searchBy, value) === undefined)
      .sort((a, b) => b.shipments - a.shipments || (a.value < b.value ? -1 : 1))
      .slice(0, LIMITS.suggestions);
  }
}
