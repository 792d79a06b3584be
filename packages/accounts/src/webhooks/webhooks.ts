import { randomUUID } from 'node:crypto';
import {
  DAY_MS,
  FORMER_SECRET_HOURS,
  HOUR_MS,
  LIMITS,
  PortalError,
  type SentEvent,
  TEST_EVENT,
  type WebhookEvent,
  type WebhookMessage,
} from '@tidewaiter/contract';
import { and, arrayContains, asc, desc, eq, getTableColumns, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Page, Transaction } from '../database/database.js';
import { pageOfIds } from '../database/lists.js';
import { deliveries, destinations, users, webhooks } from '../database/schema.js';
import { byUuid } from '../database/uuid.js';
import type { Jobs } from '../jobs/jobs.js';
import type { Mailer } from '../mail/mailer.js';
import { MAIL } from '../mail/messages.js';
import type { Audit } from '../site/audit.js';
import type { Sealing } from '../site/sealing.js';
import { ownerOf, type User } from '../users/user.js';
import { holdPerson } from '../users/users.js';
import { newSecret, secretText } from './signing.js';
import { type AllowedTargets, mustBeTarget } from './targets.js';

/** The kind of the jobs that send messages. */
export const DELIVERY_JOB = 'webhook';

export interface DeliveryPayload {
  deliveryId: string;
}

type Row = typeof webhooks.$inferSelect;

/** A webhook as its person may see it: without its secrets. */
export type Webhook = Omit<Row, 'secret' | 'formerSecret' | 'formerUntil'>;

export type Delivery = typeof deliveries.$inferSelect;

/** What came to pass, in no words that records have. */
export type Facts = Delivery['facts'];

/** Something that came to pass, for the webhooks of a person that are to be told of it. */
export interface Happening {
  event: WebhookEvent;
  /** What it is about: a webhook is told once of the same. */
  about: string;
  facts: Facts;
}

/** Reads facts as their person may be told of them now, each as the data of a message. */
type TellFacts = (
  user: User,
  of: readonly Pick<Delivery, 'facts' | 'createdAt'>[],
  signal: AbortSignal,
) => Promise<object[]>;

/** Events that tell of records. Of exports their person is told as they were made and paid for. */
const OF_RECORDS: readonly SentEvent[] = ['data.new', 'search.found', 'watch.found'];

/** From where a person changes a webhook. */
interface By {
  address?: string;
}

const { secret: _secret, formerSecret: _formerSecret, formerUntil: _formerUntil, ...VIEW } = getTableColumns(webhooks);

const owners = alias(users, 'owners');

/** Addresses that people have told of what happens (decision 0065). Each is its person's alone; `deliveries.ts` sends. */
export class Webhooks {
  readonly #tellers = new Map<SentEvent, TellFacts>();

  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly sealing: Sealing,
    private readonly mailer: Mailer,
    private readonly audit: Audit,
    private readonly allowed: AllowedTargets,
    private readonly now: () => Date,
  ) {}

  /** Names who says what messages of an event tell: they are read when they are sent or looked at. */
  toldBy(event: WebhookEvent, tell: TellFacts): void {
    this.#tellers.set(event, tell);
  }

  /** The bodies of some messages to a person, as they may be told now; in their order. */
  async bodiesOf(
    user: User,
    told: readonly Pick<Delivery, 'event' | 'facts' | 'createdAt'>[],
    signal: AbortSignal,
  ): Promise<string[]> {
    const data: object[] = told.map(({ facts }) => facts);
    for (const event of OF_RECORDS) {
      const places = told.flatMap((one, at) => (one.event === event ? [at] : []));
      if (places.length === 0) continue;
      const tell = this.#tellers.get(event);
      if (!tell) throw new Error(`nobody tells of ${event}`);
      const some = told.filter((one) => one.event === event);
      for (const [no, one] of (await tell(user, some, signal)).entries()) data[places[no] ?? -1] = one;
    }
    return told.map(({ event, createdAt }, at) => {
      const message: WebhookMessage = { type: event, timestamp: createdAt.toISOString(), data: data[at] ?? {} };
      return JSON.stringify(message);
    });
  }

  /**
   * Adds a webhook, and tells its person by mail.
   *
   * @returns its secret in words, once
   * @throws PortalError WEBHOOKS_FULL; VALIDATION for an address that may not be called; SESSION_TIMEOUT where the person's password was changed
   *   meanwhile
   */
  async create(
    user: User,
    { address, events }: { address: string; events: readonly WebhookEvent[] },
    by: By,
  ): Promise<{ id: string; secret: string }> {
    mustBeTarget(address, this.allowed);
    const id = randomUUID();
    const secret = newSecret();
    const sealed = this.sealing.seal(secret, id);
    await this.database.transaction(async (transaction) => {
      await holdPerson(user, transaction);
      const standing = await transaction.$count(webhooks, eq(webhooks.userId, user.id));
      if (standing >= LIMITS.webhooks) throw new PortalError('WEBHOOKS_FULL');
      const row = { id, userId: user.id, address, events: [...events], secret: sealed, createdAt: this.now() };
      await transaction.insert(webhooks).values(row);
      await this.#write('WEBHOOK_CREATED', user, { webhook: id, host: new URL(address).host, events }, by, transaction);
      await this.mailer.send(MAIL.webhookMade(user, address), transaction);
    });
    return { id, secret: secretText(secret) };
  }

  /** The webhooks of a person, and the latest message to each. */
  async list(user: User): Promise<{ webhook: Webhook; latest: Delivery | null }[]> {
    const found = await this.database
      .select(VIEW)
      .from(webhooks)
      .where(eq(webhooks.userId, user.id))
      .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
    const latest = await Promise.all(
      found.map(({ id }) =>
        this.database
          .select()
          .from(deliveries)
          .where(eq(deliveries.webhookId, id))
          .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
          .limit(1),
      ),
    );
    return found.map((webhook, index) => ({ webhook, latest: latest[index]?.[0] ?? null }));
  }

  /**
   * Changes a webhook; what waits for it goes to the new address.
   *
   * @throws PortalError NOT_YOURS, or VALIDATION for an address that may not be called
   */
  async update(
    user: User,
    id: string,
    change: { address?: string | undefined; events?: readonly WebhookEvent[] | undefined; isOn?: boolean | undefined },
    by: By,
  ): Promise<void> {
    const { address, events, isOn } = change;
    const found = await this.#find(user, id);
    if (address !== undefined) mustBeTarget(address, this.allowed);
    const set = {
      ...(address !== undefined && { address }),
      ...(events && { events: [...events] }),
      ...(isOn !== undefined && { stopped: isOn ? null : (found.stopped ?? ('PERSON' as const)) }),
      // What another address did not take in says nothing of this one.
      ...((isOn === true || (address !== undefined && address !== found.address)) && { failingSince: null }),
    };
    await this.database.transaction(async (transaction) => {
      await transaction.update(webhooks).set(set).where(eq(webhooks.id, id));
      const host = address === undefined ? {} : { host: new URL(address).host };
      await this.#write('WEBHOOK_CHANGED', user, { webhook: id, ...host, events, isOn }, by, transaction);
      if (address !== undefined && address !== found.address)
        await this.mailer.send(MAIL.webhookMade(user, address), transaction);
    });
  }

  /**
   * Makes another secret. The one before signs beside it for {@link FORMER_SECRET_HOURS}.
   *
   * @returns it in words, once
   * @throws PortalError NOT_YOURS
   */
  async renewSecret(user: User, id: string, by: By): Promise<string> {
    await this.#find(user, id);
    const secret = newSecret();
    await this.database.transaction(async (transaction) => {
      await transaction
        .update(webhooks)
        .set({
          secret: this.sealing.seal(secret, id),
          formerSecret: sql`${webhooks.secret}`,
          formerUntil: new Date(this.now().getTime() + FORMER_SECRET_HOURS * HOUR_MS),
        })
        .where(eq(webhooks.id, id));
      await this.#write('WEBHOOK_CHANGED', user, { webhook: id, secret: 'renewed' }, by, transaction);
    });
    return secretText(secret);
  }

  /** @throws PortalError NOT_YOURS */
  async remove(user: User, id: string, by: By): Promise<void> {
    await this.#find(user, id);
    await this.database.transaction(async (transaction) => {
      await transaction.delete(webhooks).where(eq(webhooks.id, id));
      await this.#write('WEBHOOK_REMOVED', user, { webhook: id }, by, transaction);
    });
  }

  /** Sends nothing more to any place of a person whose password somebody else may have known: they may have added some. */
  async stopAll(userId: number, transaction: Transaction): Promise<void> {
    await transaction.update(destinations).set({ isStopped: true }).where(eq(destinations.userId, userId));
    await transaction
      .update(webhooks)
      .set({ stopped: 'PASSWORD' })
      .where(and(eq(webhooks.userId, userId), isNull(webhooks.stopped)));
  }

  /**
   * Sends a message that says nothing.
   *
   * @throws PortalError NOT_YOURS or WEBHOOK_OFF
   */
  async test(user: User, id: string): Promise<void> {
    await this.#findOn(user, id);
    await this.database.transaction(async (transaction) => {
      const told = await this.#held(eq(webhooks.id, id), transaction);
      if (told.length === 0) throw new PortalError('NOT_YOURS');
      await this.#deliver(told, user, { event: TEST_EVENT, about: `test ${randomUUID()}`, facts: {} }, transaction);
    });
  }

  /**
   * Tells the webhooks of a person of something, with the transaction in which it comes to pass: both, or neither.
   * Of the same a webhook is told once.
   */
  async tell(user: User, happening: Happening, transaction?: Transaction): Promise<void> {
    if (transaction) return this.#tell(user, happening, transaction);
    return this.database.transaction((own) => this.#tell(user, happening, own));
  }

  async #tell(user: User, happening: Happening, transaction: Transaction): Promise<void> {
    const told = await this.#held(
      and(eq(webhooks.userId, user.id), isNull(webhooks.stopped), arrayContains(webhooks.events, [happening.event])),
      transaction,
    );
    if (told.length > 0) await this.#deliver(told, user, happening, transaction);
  }

  /** Webhooks that nobody removes until the transaction ends; one that is being removed is not among them. */
  async #held(which: SQL | undefined, transaction: Transaction): Promise<Webhook[]> {
    return transaction.select(VIEW).from(webhooks).where(which).orderBy(asc(webhooks.id)).for('key share');
  }

  /** The people who have a webhook for an event, and are let in. */
  async listeners(events: readonly WebhookEvent[], database: Database | Transaction = this.database): Promise<User[]> {
    const found = await database
      .selectDistinctOn([users.id], { user: users })
      .from(webhooks)
      .innerJoin(users, eq(users.id, webhooks.userId))
      .leftJoin(owners, eq(owners.id, users.uplineId))
      .where(
        and(
          isNull(webhooks.stopped),
          isNull(users.disabledAt),
          isNull(owners.disabledAt),
          sql`${webhooks.events} && ${sql.param([...events], webhooks.events)}`,
        ),
      );
    return found.map(({ user }) => user);
  }

  async #deliver(
    told: readonly Webhook[],
    user: User,
    { event, about, facts }: Omit<Happening, 'event'> & { event: SentEvent },
    transaction: Transaction,
  ): Promise<void> {
    const createdAt = this.now();
    const rows = told.map(({ id }) => ({ id: randomUUID(), webhookId: id, event, about, facts, createdAt }));
    const added = await transaction.insert(deliveries).values(rows).onConflictDoNothing().returning();
    for (const delivery of added) await this.#enqueue(delivery, user, transaction);
  }

  async #enqueue({ id, replays }: Delivery, user: User, transaction: Transaction): Promise<void> {
    const owner = { accountId: ownerOf(user), personId: user.id };
    const payload: DeliveryPayload = { deliveryId: id };
    await this.jobs.enqueue(
      { key: `${DELIVERY_JOB} ${id} ${replays}`, kind: DELIVERY_JOB, owner, payload },
      transaction,
    );
  }

  /**
   * What was sent to a webhook, newest first.
   *
   * @throws PortalError NOT_YOURS
   */
  async log(user: User, id: string, page: Page): Promise<{ deliveries: Delivery[]; total: number }> {
    await this.#find(user, id);
    const where = eq(deliveries.webhookId, id);
    const total = await this.database.$count(deliveries, where);
    const order = [deliveries.createdAt, deliveries.id] as const;
    const ids = await pageOfIds(this.database, deliveries, { where, order, page, total });
    const found = await this.database
      .select()
      .from(deliveries)
      .where(inArray(deliveries.id, ids))
      .orderBy(desc(deliveries.createdAt), desc(deliveries.id));
    return { deliveries: found, total };
  }

  /**
   * Sends a message once more, under its id. One that waits already is sent once.
   *
   * @throws PortalError NOT_YOURS or WEBHOOK_OFF
   */
  async replay(user: User, id: string, deliveryId: string): Promise<void> {
    await this.#findOn(user, id);
    const which = and(byUuid(deliveries.id, deliveryId), eq(deliveries.webhookId, id));
    await this.database.transaction(async (transaction) => {
      const [found] = await transaction.select().from(deliveries).where(which).for('update');
      if (!found) throw new PortalError('NOT_YOURS');
      if (found.state === 'WAITING') return;
      const [again] = await transaction
        .update(deliveries)
        .set({ state: 'WAITING', replays: sql`${deliveries.replays} + 1` })
        .where(which)
        .returning();
      if (again) await this.#enqueue(again, user, transaction);
    });
  }

  /** Forgets what was sent long ago, and of each webhook what is beyond the number that is kept. What waits stays. */
  async forgetOld(): Promise<void> {
    const before = new Date(this.now().getTime() - LIMITS.deliveryDays * DAY_MS);
    await this.database
      .delete(deliveries)
      .where(and(lt(deliveries.createdAt, before), sql`${deliveries.state} <> 'WAITING'`));
    await this.database.execute(sql`
      delete from ${deliveries} using (
        select id, row_number() over (partition by webhook_id order by created_at desc, id desc) as place from ${deliveries}
      ) as placed
      where placed.id = ${deliveries.id} and placed.place > ${LIMITS.deliveries} and ${deliveries.state} <> 'WAITING'`);
  }

  async #findOn(user: User, id: string): Promise<Webhook> {
    const webhook = await this.#find(user, id);
    if (webhook.stopped !== null) throw new PortalError('WEBHOOK_OFF');
    return webhook;
  }

  /** @throws PortalError NOT_YOURS when an id is made up or somebody else's */
  async #find(user: User, id: string): Promise<Webhook> {
    const [found] = await this.database
      .select(VIEW)
      .from(webhooks)
      .where(and(byUuid(webhooks.id, id), eq(webhooks.userId, user.id)));
    if (!found) throw new PortalError('NOT_YOURS');
    return found;
  }

  async #write(
    event: 'WEBHOOK_CREATED' | 'WEBHOOK_CHANGED' | 'WEBHOOK_REMOVED',
    user: User,
    details: Record<string, unknown>,
    by: By,
    transaction: Transaction,
  ): Promise<void> {
    await this.audit.write({ event, subjectId: user.id, actorId: user.id, ...by, details }, transaction);
  }
}
