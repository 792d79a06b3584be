import { LIMITS, OperatorError } from '@tidewaiter/contract';
import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '../database/database.js';
import { plans } from '../database/schema.js';
import type { Audit } from '../site/audit.js';

export type Plan = typeof plans.$inferSelect;

/** What can be subscribed to. */
export class Plans {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** All of them, the cheapest first. */
  async list(): Promise<Plan[]> {
    return this.database.select().from(plans).orderBy(plans.priceUsd, plans.name);
  }

  async find(name: string, database: Database | Transaction = this.database): Promise<Plan | undefined> {
    const [plan] = await database.select().from(plans).where(eq(plans.name, name));
    return plan;
  }

  /** @throws OperatorError when there is none of that name */
  async get(name: string, database?: Database | Transaction): Promise<Plan> {
    const plan = await this.find(name, database);
    if (!plan) throw new OperatorError(`There is no plan ${name}.`);
    return plan;
  }

  /** Changes a plan, or makes one. Allowances count from each subscription's next period, all else at once. */
  async set(name: string, changes: Partial<Omit<Plan, 'name'>>): Promise<Plan> {
    return this.database.transaction(async (transaction) => {
      const plan = { ...NEW_PLAN, ...(await this.find(name, transaction)), ...changes, name };
      await transaction.insert(plans).values(plan).onConflictDoUpdate({ target: plans.name, set: plan });
      await this.audit.write({ event: 'PLAN_SET', details: { plan: name, ...changes } }, transaction);
      return plan;
    });
  }
}

/** A plan of which nothing is said: it sells nothing, and bounds what costs nothing as the plans that ship do. */
const NEW_PLAN: Omit<Plan, 'name'> = {
  listed: false,
  priceUsd: 0,
  termMonths: 12,
  period: 'QUARTER',
  searches: 0,
  downloads: 0,
  workspaces: 0,
  subUserCount: 0,
  maxDownload: 500,
  freeRecords: LIMITS.reachableRows,
  recordsPerWorkspace: 50,
  ownLists: 50,
  watches: 100,
  countries: [],
  countriesToChoose: 0,
  dataAccessUpto: null,
  dataAccessInMonth: null,
};
