import { DAY_MS, MESSAGES, OperatorError, PortalError, type StoppedWebhook } from '@tidewaiter/contract';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/database.js';
import { deliveries, users, webhooks } from '../database/schema.js';
import { FinalFailure, type RunningJob, TRIES_OF_A_DAY_MS } from '../jobs/job.js';
import type { Jobs } from '../jobs/jobs.js';
import type { ClaimedJob } from '../jobs/queue.js';
import type { Mailer } from '../mail/mailer.js';
import { MAIL } from '../mail/messages.js';
import type { Audit } from '../site/audit.js';
import type { Sealing } from '../site/sealing.js';
import { type Answered, NotAnswered, post } from './post.js';
import { signedHeaders } from './signing.js';
import type { AllowedTargets } from './targets.js';
import { DELIVERY_JOB, type DeliveryPayload, type Webhooks } from './webhooks.js';

/** Messages that a portal sends at once; of an account one after the other, so that slow receivers hold up their own account's alone. */
const AT_ONCE = 8;

/** A webhook to which nothing could be delivered for so long is turned off. */
const STOPPED_AFTER_MS = 5 * DAY_MS;

/** What a receiver answers that wants to hear no more. */
const GONE = 410;

type Row = typeof webhooks.$inferSelect;

/** A message that was not taken in, with what its sender is told. */
class NotDelivered extends Error {
  override readonly name = 'NotDelivered';
}

/** Sends what webhooks are to be told, and notes what became of it. */
export class Deliveries {
  constructor(
    private readonly database: Database,
    private readonly sealing: Sealing,
    private readonly mailer: Mailer,
    private readonly audit: Audit,
    private readonly allowed: AllowedTargets,
    private readonly webhooks: Webhooks,
    private readonly now: () => Date,
  ) {}

  handledBy(jobs: Jobs): void {
    jobs.handle<DeliveryPayload>(DELIVERY_JOB, {
      atOnce: AT_ONCE,
      onePerAccount: true,
      retryAfterMs: TRIES_OF_A_DAY_MS,
      work: (job) => this.#send(job),
      onRolledBack: (job, _error, transaction) => this.#failed(job, transaction),
    });
  }

  async #send(job: RunningJob<DeliveryPayload>): Promise<void> {
    const { deliveryId } = job.payload;
    const [found] = await this.database
      .select({ delivery: deliveries, webhook: webhooks, user: users })
      .from(deliveries)
      .innerJoin(webhooks, eq(webhooks.id, deliveries.webhookId))
      .innerJoin(users, eq(users.id, webhooks.userId))
      .where(eq(deliveries.id, deliveryId));
    // It was removed, or was never more than asked for.
    if (!found) return;
    const { delivery, webhook, user } = found;
    if (webhook.stopped !== null || (await this.#isShutOut(user))) {
      // Of this try, which is none: the answer before may have been one that turns a webhook off.
      const off = { error: MESSAGES.webhookOff, status: null };
      await this.database.update(deliveries).set(off).where(eq(deliveries.id, deliveryId));
      throw new FinalFailure(MESSAGES.webhookOff);
    }
    const [body = ''] = await this.webhooks.bodiesOf(user, [delivery], job.signal);
    const answered = await this.#call(webhook, { id: deliveryId, body }, job.signal).catch((error: unknown) => {
      if (error instanceof NotAnswered) return error;
      throw error;
    });
    const refused = refusalOf(answered);
    await this.database.transaction(async (transaction) => {
      await job.mustHold(transaction);
      const failingSince =
        refused === null ? null : sql`coalesce(${webhooks.failingSince}, ${this.now().toISOString()}::timestamptz)`;
      // The webhook first, as whoever removes it takes them: the other way round each could wait for the other.
      await transaction.update(webhooks).set({ failingSince }).where(eq(webhooks.id, webhook.id));
      await this.#note(deliveryId, answered, refused, transaction);
      if (refused === null) await job.complete({}, transaction);
    });
    if (refused === null) return;
    if ('status' in answered && answered.status === GONE) throw new FinalFailure(refused);
    throw new NotDelivered(refused, { cause: answered });
  }

  /** @throws NotAnswered */
  async #call(webhook: Row, { id, body }: { id: string; body: string }, signal: AbortSignal): Promise<Answered> {
    const secrets = this.#secretsOf(webhook);
    const headers = signedHeaders(id, body, secrets, this.now());
    return post(webhook.address, { headers, body }, { allowed: this.allowed, signal });
  }

  /** @throws NotAnswered where the present one cannot be read; one before it that cannot signs no more */
  #secretsOf({ id, secret, formerSecret, formerUntil }: Row): Buffer[] {
    const open = (sealed: string): Buffer | OperatorError => {
      try {
        return this.sealing.open(sealed, id);
      } catch (error) {
        if (error instanceof OperatorError) return error;
        throw error;
      }
    };
    const present = open(secret);
    if (present instanceof OperatorError) throw new NotAnswered(MESSAGES.webhookSealed, 0, present);
    const stands = formerSecret !== null && formerUntil !== null && formerUntil > this.now();
    const former = stands ? open(formerSecret) : undefined;
    return Buffer.isBuffer(former) ? [present, former] : [present];
  }

  async #isShutOut({ disabledAt, uplineId }: typeof users.$inferSelect): Promise<boolean> {
    if (disabledAt !== null || uplineId === null) return disabledAt !== null;
    const [owner] = await this.database.select().from(users).where(eq(users.id, uplineId));
    return owner === undefined || owner.disabledAt !== null;
  }

  async #note(
    id: string,
    answered: Answered | NotAnswered,
    refused: string | null,
    transaction: Transaction,
  ): Promise<void> {
    await transaction
      .update(deliveries)
      .set({
        ...(refused === null && { state: 'DELIVERED' as const }),
        tries: sql`${deliveries.tries} + 1`,
        triedAt: this.now(),
        status: 'status' in answered ? answered.status : null,
        tookMs: answered.tookMs,
        error: refused,
      })
      .where(eq(deliveries.id, id));
  }

  /** What belongs to the end of a message that was not taken in: its webhook may be one that takes none any more. */
  async #failed(job: ClaimedJob, transaction: Transaction): Promise<void> {
    const { deliveryId } = job.payload as DeliveryPayload;
    const ofDelivery = transaction
      .select({ id: deliveries.webhookId })
      .from(deliveries)
      .where(eq(deliveries.id, deliveryId));
    const [webhook] = await transaction.select().from(webhooks).where(inArray(webhooks.id, ofDelivery)).for('update');
    const [failed] = await transaction
      .update(deliveries)
      .set({ state: 'FAILED' })
      .where(and(eq(deliveries.id, deliveryId), eq(deliveries.state, 'WAITING')))
      .returning();
    if (!failed || !webhook || webhook.stopped !== null) return;
    const failingFor = this.now().getTime() - (webhook.failingSince ?? this.now()).getTime();
    if (failed.status === GONE) await this.#stop(webhook, 'GONE', transaction);
    else if (failingFor >= STOPPED_AFTER_MS) await this.#stop(webhook, 'FAILING', transaction);
  }

  async #stop(
    { id, userId, address }: Row,
    why: Extract<StoppedWebhook, 'GONE' | 'FAILING'>,
    transaction: Transaction,
  ): Promise<void> {
    await transaction
      .update(webhooks)
      .set({ stopped: why })
      .where(and(eq(webhooks.id, id), isNull(webhooks.stopped)));
    const details = { webhook: id, why };
    await this.audit.write({ event: 'WEBHOOK_STOPPED', subjectId: userId, details }, transaction);
    const [user] = await transaction.select().from(users).where(eq(users.id, userId));
    if (!user) throw new PortalError('INTERNAL');
    await this.mailer.send(MAIL.webhookStopped(user, address, why), transaction);
  }
}

/** Why an answer is no receipt; null where it is. */
function refusalOf(answered: Answered | NotAnswered): string | null {
  if (answered instanceof NotAnswered) return answered.message;
  const { status } = answered;
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `It answered ${status}: redirections are not followed.`;
  return `It answered ${status}.`;
}
