import type { Database } from '../database/database.js';
import { siteSettings } from '../database/schema.js';

export interface SiteState {
  maintenance: boolean;
  message: string;
}

/** The site's own switch and message. */
export class Site {
  constructor(private readonly database: Database) {}

  async state(): Promise<SiteState> {
    const [row] = await this.database.select().from(siteSettings);
    return { maintenance: row?.maintenance ?? false, message: row?.message ?? '' };
  }

  async set(state: SiteState): Promise<void> {
    await this.database
      .insert(siteSettings)
      .values({ id: 1, ...state })
      .onConflictDoUpdate({ target: siteSettings.id, set: state });
  }
}
