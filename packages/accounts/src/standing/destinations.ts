import { randomUUID } from 'node:crypto';
import { type DestinationPlace, LIMITS, PortalError } from '@tidewaiter/contract';
import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import type { Database } from '../database/database.js';
import { destinations } from '../database/schema.js';
import { byUuid } from '../database/uuid.js';
import type { Mailer } from '../mail/mailer.js';
import { MAIL } from '../mail/messages.js';
import type { Audit } from '../site/audit.js';
import type { Sealing } from '../site/sealing.js';
import type { User } from '../users/user.js';
import { holdPerson } from '../users/users.js';
import { type AllowedTargets, mustBeTarget, resolveTarget } from '../webhooks/targets.js';

type Row = typeof destinations.$inferSelect;

/** A destination as its person may see it: without its secret. */
export type Destination = Omit<Row, 'secret'>;

/** One that is opened, to send something there. */
export interface OpenedDestination extends Destination {
  /** The secret key of a bucket, the password of a server, or the private key that opens it. */
  secretText: string;
}

const { secret: _secret, ...VIEW } = getTableColumns(destinations);

/** Where a place is, as what may be called is looked at: of a server by its name alone, since SFTP has ports of its own. */
const hostOf = (place: DestinationPlace) => new URL(place.kind === 'S3' ? place.endpoint : `https://${place.host}`);

/** Where people have files sent (decision 0081). Each is its person's alone; secrets are sealed, and told nobody. */
export class Destinations {
  constructor(
    private readonly database: Database,
    private readonly sealing: Sealing,
    private readonly mailer: Mailer,
    private readonly audit: Audit,
    private readonly allowed: AllowedTargets,
    private readonly now: () => Date,
  ) {}

  /**
   * Adds a destination, and tells its person by mail.
   *
   * @param secret of a bucket or a password; with a public key, the private one to it
   * @returns its id
   * @throws PortalError NO_ROOM; VALIDATION for a place that may not be called; SESSION_TIMEOUT where the person's password was changed meanwhile
   */
  async create(
    user: User,
    {
      name,
      place,
      secret,
      publicKey,
    }: { name: string; place: DestinationPlace; secret: string; publicKey: string | null },
    by: { address?: string },
  ): Promise<string> {
    mustBeTarget(hostOf(place).href, this.allowed, place.kind === 'S3' ? 'place.endpoint' : 'place.host');
    const id = randomUUID();
    await this.database.transaction(async (transaction) => {
      await holdPerson(user, transaction);
      const held = await transaction.$count(destinations, eq(destinations.userId, user.id));
      if (held >= LIMITS.destinations) throw new PortalError('NO_ROOM');
      const sealed = this.sealing.seal(Buffer.from(secret), id);
      const row = { id, userId: user.id, name, place, secret: sealed, publicKey, createdAt: this.now() };
      await transaction.insert(destinations).values(row);
      const details = { destination: id, kind: place.kind, host: hostOf(place).host };
      await this.audit.write(
        { event: 'DESTINATION_CREATED', subjectId: user.id, actorId: user.id, ...by, details },
        transaction,
      );
      await this.mailer.send(MAIL.destinationMade(user, name, hostOf(place).host), transaction);
    });
    return id;
  }

  async list(user: User): Promise<Destination[]> {
    return this.database
      .select(VIEW)
      .from(destinations)
      .where(eq(destinations.userId, user.id))
      .orderBy(asc(destinations.name), asc(destinations.id));
  }

  /** @throws PortalError NOT_YOURS when an id is made up or somebody else's */
  async find(user: User, id: string): Promise<Destination> {
    const [found] = await this.database
      .select(VIEW)
      .from(destinations)
      .where(and(byUuid(destinations.id, id), eq(destinations.userId, user.id)));
    if (!found) throw new PortalError('NOT_YOURS');
    return found;
  }

  /** @throws PortalError NOT_YOURS */
  async remove(user: User, id: string, by: { address?: string }): Promise<void> {
    await this.find(user, id);
    await this.database.transaction(async (transaction) => {
      await transaction.delete(destinations).where(eq(destinations.id, id));
      const details = { destination: id };
      await this.audit.write(
        { event: 'DESTINATION_REMOVED', subjectId: user.id, actorId: user.id, ...by, details },
        transaction,
      );
    });
  }

  /** @returns undefined where it is gone @throws OperatorError where its secret cannot be opened */
  async open(id: string): Promise<OpenedDestination | undefined> {
    const [found] = await this.database.select().from(destinations).where(eq(destinations.id, id));
    if (!found) return undefined;
    const { secret, ...destination } = found;
    return { ...destination, secretText: this.sealing.open(secret, id).toString() };
  }

  /**
   * The addresses at which a destination may be called now.
   *
   * @throws TargetRefused where there is none
   */
  async addressesOf(place: DestinationPlace): Promise<{ address: string; family: 4 | 6 }[]> {
    return resolveTarget(hostOf(place), this.allowed);
  }

  /** Notes how the latest call went; what a person tests themselves goes on, if it had been stopped. */
  async note(
    id: string,
    { problem, hostKey, isTested }: { problem: string | null; hostKey?: string | undefined; isTested?: boolean },
  ): Promise<void> {
    await this.database
      .update(destinations)
      .set({
        problem,
        ...(problem === null && { checkedAt: this.now() }),
        ...(hostKey !== undefined && { hostKey }),
        ...(problem === null && isTested && { isStopped: false }),
      })
      .where(eq(destinations.id, id));
  }
}
