import { randomUUID } from 'node:crypto';
import { LIMITS, OperatorError } from '@tidewaiter/contract';
import { desc } from 'drizzle-orm';
import type { Database, Page } from '../database/database.js';
import { notices } from '../database/schema.js';
import { byUuid } from '../database/uuid.js';
import type { Audit } from './audit.js';

export type Notice = typeof notices.$inferSelect;

/** The important notifications (SPEC 2 "/dashboard"): the operator writes them, everybody who is signed in reads them. */
export class Notices {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly now: () => Date,
  ) {}

  /** @throws OperatorError for a text that is missing or too long, and where there are too many notices */
  async add(title: string, body: string): Promise<Notice> {
    const said = {
      title: given('title', title, LIMITS.nameMaxLength),
      body: given('text', body, LIMITS.noticeMaxLength),
    };
    return this.database.transaction(async (transaction) => {
      const there = await transaction.$count(notices);
      if (there >= LIMITS.notices) {
        throw new OperatorError(`There are ${LIMITS.notices} notices already. Remove one that is no longer news.`);
      }
      const [made] = await transaction
        .insert(notices)
        .values({ id: randomUUID(), ...said, createdAt: this.now() })
        .returning();
      if (!made) throw new Error('The notice was not written.');
      await this.audit.write({ event: 'NOTICE_ADDED', details: { id: made.id, title: made.title } }, transaction);
      return made;
    });
  }

  /** A page of them, newest first, and how many there are. */
  async list(page: Page): Promise<{ notices: Notice[]; total: number }> {
    const total = await this.database.$count(notices);
    const found = await this.database
      .select()
      .from(notices)
      .orderBy(desc(notices.createdAt), desc(notices.id))
      .limit(page.size)
      .offset(page.number * page.size);
    return { notices: found, total };
  }

  /** @throws OperatorError when there is no such notice */
  async remove(id: string): Promise<Notice> {
    return this.database.transaction(async (transaction) => {
      const [removed] = await transaction.delete(notices).where(byUuid(notices.id, id)).returning();
      if (!removed) throw new OperatorError(`There is no notice ${id}. \`notice list\` has their ids.`);
      await this.audit.write({ event: 'NOTICE_REMOVED', details: { id, title: removed.title } }, transaction);
      return removed;
    });
  }
}

/** Signs that the database does not take. */
const NO_TEXT = /[\0\p{Cs}]/gu;

function given(what: string, said: string, most: number): string {
  const text = said.replace(/\r\n?/g, '\n').replace(NO_TEXT, '').trim();
  if (text === '') throw new OperatorError(`A notice has a ${what}.`);
  if (text.length > most) throw new OperatorError(`The ${what} of a notice has at most ${most} characters.`);
  return text;
}
