import { countryByCode, OperatorError, type TradeType } from '@tidewaiter/contract';
import type { Database } from '../database/database.js';
import { weightages } from '../database/schema.js';
import type { Audit } from '../site/audit.js';

/** Points of a record of whose country nothing else was set. */
export const USUAL_WEIGHTAGE = 1;

/** Largest weightage: beyond it no plan's points would buy a record. */
const LARGEST = 10_000;

/** What a record costs to export, by country and trade type. The operator sets it. */
export class Weightages {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** Those that differ from {@link USUAL_WEIGHTAGE}, by country's shortcode. */
  async all(): Promise<Map<string, Partial<Record<TradeType, number>>>> {
    const found = new Map<string, Partial<Record<TradeType, number>>>();
    for (const { country, tradeType, points } of await this.database.select().from(weightages)) {
      found.set(country, { ...found.get(country), [tradeType]: points });
    }
    return found;
  }

  /** Points of one record of each country, by shortcode; a country that is not in it has {@link USUAL_WEIGHTAGE}. */
  async of(tradeType: TradeType): Promise<Map<string, number>> {
    const set = [...(await this.all())].flatMap(([country, { [tradeType]: points }]) =>
      points === undefined ? [] : [[country, points] as const],
    );
    return new Map(set);
  }

  /** @throws OperatorError for a code of no country, or a number that is no weightage */
  async set(country: string, tradeType: TradeType, points: number): Promise<void> {
    if (!countryByCode(country)) throw new OperatorError(`There is no country ${country}.`);
    if (!Number.isInteger(points) || points < 1 || points > LARGEST) {
      throw new OperatorError(`A weightage is a whole number from 1 to ${LARGEST}.`);
    }
    await this.database.transaction(async (transaction) => {
      await transaction
        .insert(weightages)
        .values({ country, tradeType, points })
        .onConflictDoUpdate({ target: [weightages.country, weightages.tradeType], set: { points } });
      await this.audit.write({ event: 'WEIGHTAGE_SET', details: { country, tradeType, points } }, transaction);
    });
  }
}
