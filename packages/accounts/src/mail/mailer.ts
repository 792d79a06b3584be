import { randomInt, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Database, Transaction } from '../database/database.js';
import { FinalFailure, type RunningJob } from '../jobs/job.js';
import type { Jobs } from '../jobs/jobs.js';
import type { ClaimedJob, JobOwner } from '../jobs/queue.js';
import type { Audit } from '../site/audit.js';

export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…`; without one, messages are written into the outbox. */
  smtpUrl?: string | undefined;
  /** Whom messages come from. */
  from: string;
  /** A folder for messages that are not sent: all of them, or those that no server took. */
  outbox: string;
}

export interface Message {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** What comes with it. */
  file?: { filename: string; content: Buffer };
  /** Where who gets it ends messages of its kind with one press (RFC 8058). */
  endAt?: string;
}

/** What a letter is about, as it lies in the database until it is written: never a secret. */
type Subject = Record<string, string | number>;

/** The job of a letter, as far as who writes it needs it. */
export type HeldJob = Pick<RunningJob<unknown>, 'mustHold' | 'tries' | 'signal'>;

type WriteLetter<About extends Subject> = (about: About, job: HeldJob) => Promise<Message | undefined>;

/** Asks for a letter: with the transaction that is given, or not at all. */
export type AskForLetter<About extends Subject> = (
  about: About,
  options?: { owner?: JobOwner; unnoticed?: boolean },
  database?: Database | Transaction,
) => Promise<void>;

/** The only kind of job that mail is. */
export const MAIL_JOB = 'mail';

type MailPayload = { message: Message } | { letter: string; about: Subject };

/** Messages that are handed over at once. */
const AT_ONCE = 4;

/** Waits between tries to hand a message to the server, in milliseconds: some two and a half hours in all. */
const RETRY_AFTER_MS = [2, 15, 60, 300, 1_800, 7_200].map((seconds) => seconds * 1000);

/** How long the server may take for the steps of a delivery, in milliseconds. */
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** How long a process that ends sends on what it has taken in, in milliseconds. The rest is sent by the next one. */
const CLOSE_WITHIN_MS = 10_000;

/**
 * Least and most that work which must not be noticed waits, in milliseconds. The embedded database works on the thread that
 * answers calls: what began at once would stand before the answer, or before the caller's next one.
 */
const UNNOTICED_AFTER_MS = [200, 1_000] as const;

/** Answers of a server that will not take this message later either: that there is no such mailbox, for instance. */
const isRefusedForGood = (error: unknown) => {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  return code >= 550 && code < 560;
};

/** No server took a message, which lies in the outbox now. */
class NotTaken extends FinalFailure {
  constructor(
    readonly unsent: Message,
    cause: unknown,
  ) {
    super(`No server took it: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** How long work that must not be noticed waits, in milliseconds: by chance. */
export const unnoticedAfterMs = () => randomInt(...UNNOTICED_AFTER_MS);

/**
 * Delivers messages in the background: nobody waits for a mail server, and the time of an answer does not tell whether one was
 * sent. What is taken in is a job: it is sent also where the portal is killed. A message that no server takes lands in the outbox,
 * where the operator finds it.
 */
export class Mailer {
  readonly #letters = new Map<string, WriteLetter<never>>();

  constructor(
    private readonly settings: MailSettings,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
  ) {
    jobs.handle<MailPayload>(MAIL_JOB, {
      work: (job) => this.#send(job),
      atOnce: AT_ONCE,
      retryAfterMs: RETRY_AFTER_MS,
      onRolledBack: (job, error, transaction) => this.#noteUnsent(job, error, transaction),
    });
  }

  /**
   * Mails a message: with the transaction that is given, or not at all. It lies in the database until it is sent, so it holds no
   * secret, and nothing that records say; what does is a {@link letter}.
   */
  async send(message: Message, database?: Database | Transaction): Promise<void> {
    await this.#enqueue({ message }, {}, database);
  }

  /**
   * Names a message that is written when it is sent, since it holds a code or a link, or what its reader must still be allowed to see then:
   * the database keeps what it is about, and the hash of a secret from then on. Written again at another try, it holds another secret, and the one before no longer works.
   *
   * @param write makes the secret and the message; undefined where none is due any more. What it writes into the database, it
   *   writes in a transaction that holds the job (`mustHold`), so nothing comes of a letter that was taken back.
   * @returns asks for such a letter
   */
  letter<About extends Subject>(name: string, write: WriteLetter<About>): AskForLetter<About> {
    this.#letters.set(name, write);
    return (about, options = {}, database) => this.#enqueue({ letter: name, about }, options, database);
  }

  /** Resolves when everything that was taken in so far is delivered or in the outbox. Nothing waits for its moment any more. */
  async idle(): Promise<void> {
    await this.jobs.settle();
  }

  /** Removes the messages to some addresses that were not sent. */
  async forget(addresses: readonly string[]): Promise<void> {
    const { outbox } = this.settings;
    for (const name of await readdir(outbox).catch(() => [])) {
      const to = /^To: <?([^<>\r\n]+)/im.exec(await readFile(join(outbox, name), 'utf8'))?.[1];
      if (to !== undefined && addresses.includes(to)) await rm(join(outbox, name), { force: true });
    }
  }

  /** Sends what was never tried, for a while. */
  async close(): Promise<void> {
    await this.jobs.settle({ kinds: [MAIL_JOB], early: 'untried', withinMs: CLOSE_WITHIN_MS });
  }

  async #enqueue(
    payload: MailPayload,
    { owner, unnoticed = false }: { owner?: JobOwner; unnoticed?: boolean },
    database: Database | Transaction | undefined,
  ): Promise<void> {
    const afterMs = unnoticed ? unnoticedAfterMs() : 0;
    await this.jobs.enqueue(
      { key: `mail ${randomUUID()}`, kind: MAIL_JOB, owner: owner ?? null, payload, afterMs },
      database,
    );
  }

  /**
   * Asks the mail server for nothing but whether it lets us in; without one, nothing.
   *
   * @throws what the server, or the way to it, says
   */
  async answers(): Promise<void> {
    const { smtpUrl } = this.settings;
    if (smtpUrl === undefined) return;
    const transport = createTransport({ url: smtpUrl, ...SMTP_TIMEOUTS });
    await transport.verify().finally(() => transport.close());
  }

  async #send(job: RunningJob<MailPayload>): Promise<void> {
    const { smtpUrl } = this.settings;
    const message = await this.#messageOf(job);
    if (!message) return;
    if (smtpUrl === undefined) return this.#file(message, job);
    const transport = createTransport({ url: smtpUrl, ...SMTP_TIMEOUTS });
    try {
      await transport.sendMail(this.#envelope(message));
    } catch (error) {
      if (!job.isLastTry && !isRefusedForGood(error)) throw error;
      await this.#file(message, job);
      throw new NotTaken(message, error);
    } finally {
      transport.close();
    }
  }

  async #messageOf(job: RunningJob<MailPayload>): Promise<Message | undefined> {
    if ('message' in job.payload) return job.payload.message;
    const { letter, about } = job.payload;
    const write = this.#letters.get(letter);
    if (!write) throw new FinalFailure(`Nobody writes the letter ${letter}.`);
    // What a letter is about was checked when it was asked for.
    return write(about as never, job);
  }

  async #noteUnsent(job: ClaimedJob, error: unknown, transaction: Transaction): Promise<void> {
    const { outbox } = this.settings;
    const details = error instanceof NotTaken ? { to: error.unsent.to, subject: error.unsent.subject, outbox } : {};
    if (error !== undefined)
      await this.audit.write({ event: 'MAIL_FAILED', details: { job: job.id, ...details } }, transaction);
  }

  /** The address as an address only: nothing that somebody typed becomes another header or recipient. */
  #envelope({ to, subject, text, html, file, endAt }: Message) {
    const envelope = { from: this.settings.from, to: { name: '', address: to }, subject, text };
    return {
      ...{ ...envelope, ...(html !== undefined && { html }), ...(file && { attachments: [file] }) },
      ...(endAt !== undefined && {
        list: { unsubscribe: { url: endAt } },
        headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      }),
    };
  }

  /** Written again after a kill, a message takes its own earlier place. */
  async #file(message: Message, { key, createdAt }: RunningJob<MailPayload>): Promise<void> {
    await mkdir(this.settings.outbox, { recursive: true, mode: 0o700 });
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message: eml } = await transport.sendMail(this.#envelope(message));
    const name = `${createdAt.toISOString().replaceAll(':', '-')}-${key.replace(`${MAIL_JOB} `, '').slice(0, 8)}.eml`;
    const path = join(this.settings.outbox, name);
    await writeFile(`${path}.part`, eml as Buffer, { mode: 0o600 });
    await rename(`${path}.part`, path);
  }
}
