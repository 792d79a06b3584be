import type { Database } from '../database/database.js';
import { siteSettings } from '../database/schema.js';
import type { Audit } from './audit.js';
import { Notices } from './notices.js';

export interface SiteState {
  maintenance: boolean;
  message: string;
  /** E-mail addresses, in small letters, of those who may use the site while it is closed. */
  allowed: string[];
}

/** How long a state that was read holds, in milliseconds: every call asks for it, and another portal may change it. */
const HOLDS_MS = 1000;

/** The site's own switch, message and notices. */
export class Site {
  #read: { at: number; state: SiteState } | undefined;

  readonly notices: Notices;

  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    now: () => Date,
  ) {
    this.notices = new Notices(database, audit, now);
  }

  async state(): Promise<SiteState> {
    const now = Date.now();
    if (this.#read && now - this.#read.at < HOLDS_MS) return this.#read.state;
    const [row] = await this.database.select().from(siteSettings);
    const { maintenance = false, message = '', allowed = [] } = row ?? {};
    this.#read = { at: now, state: { maintenance, message, allowed } };
    return this.#read.state;
  }

  async set(state: SiteState): Promise<void> {
    await this.database
      .insert(siteSettings)
      .values({ id: 1, ...state })
      .onConflictDoUpdate({ target: siteSettings.id, set: state });
    this.#read = undefined;
    const { maintenance, message } = state;
    await this.audit.write({ event: 'SITE_SET', details: { maintenance, message } });
  }
}
