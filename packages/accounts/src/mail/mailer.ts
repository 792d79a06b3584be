import { randomInt, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';

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
}

/** Waits between tries to hand a message to the server, in milliseconds. */
const RETRY_AFTER_MS = [2_000, 15_000];

/** How long the server may take for the steps of a delivery, in milliseconds. */
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * Least and most that work which must not be noticed waits, in milliseconds. The embedded database works on the thread that
 * answers calls: what began at once would stand before the answer, or before the caller's next one.
 */
const UNNOTICED_AFTER_MS = [200, 1_000] as const;

/**
 * Delivers messages in the background: nobody waits for a mail server, and the time of an answer does not tell whether one was
 * sent. A message that no server takes lands in the outbox, where the operator finds it.
 */
export class Mailer {
  readonly #underWay = new Set<Promise<void>>();
  /** Work that waits for its moment, by the timer that begins it. */
  readonly #waiting = new Map<NodeJS.Timeout, () => Promise<void>>();
  readonly #closing = new AbortController();

  constructor(
    private readonly settings: MailSettings,
    private readonly onFailure: (message: Message) => Promise<void>,
  ) {}

  send(message: Message): void {
    this.run(() => this.#deliver(message));
  }

  /** Does what nobody waits for; what fails is the operator's to see, by `onFailure` of the messages in it. */
  run(work: () => Promise<void>): void {
    const done = work()
      .catch(() => {})
      .finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  /** Does what nobody may notice from the time of this answer or of the next, a while after both. */
  runUnnoticed(work: () => Promise<void>): void {
    const timer = setTimeout(() => this.#begin(timer), randomInt(...UNNOTICED_AFTER_MS));
    this.#waiting.set(timer, work);
  }

  /** Resolves when everything that was sent so far is delivered or in the outbox. Nothing waits for its moment any more. */
  async idle(): Promise<void> {
    for (const timer of this.#waiting.keys()) this.#begin(timer);
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Waits for what is being sent, without trying again. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.idle();
  }

  #begin(timer: NodeJS.Timeout): void {
    const work = this.#waiting.get(timer);
    clearTimeout(timer);
    this.#waiting.delete(timer);
    if (work) this.run(work);
  }

  async #deliver(message: Message): Promise<void> {
    const { smtpUrl } = this.settings;
    if (smtpUrl !== undefined && (await this.#sent(smtpUrl, message))) return;
    await this.#file(message);
    if (smtpUrl !== undefined) await this.onFailure(message);
  }

  /** Whether the server took it, at the first try or a later one. */
  async #sent(smtpUrl: string, message: Message): Promise<boolean> {
    const transport = createTransport({ url: smtpUrl, ...SMTP_TIMEOUTS });
    try {
      for (const wait of [0, ...RETRY_AFTER_MS]) {
        if (wait > 0) await sleep(wait, undefined, { signal: this.#closing.signal });
        const taken = await transport.sendMail(this.#envelope(message)).then(
          () => true,
          () => false,
        );
        if (taken) return true;
      }
    } catch {
      // Stopping: not tried again.
    } finally {
      transport.close();
    }
    return false;
  }

  /** The address as an address only: nothing that somebody typed becomes another header or recipient. */
  #envelope({ to, subject, text }: Message) {
    return { from: this.settings.from, to: { name: '', address: to }, subject, text };
  }

  async #file(message: Message): Promise<void> {
    await mkdir(this.settings.outbox, { recursive: true, mode: 0o700 });
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message: eml } = await transport.sendMail(this.#envelope(message));
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
    await writeFile(join(this.settings.outbox, name), eml as Buffer, { mode: 0o600 });
  }
}
