import { readFileSync } from 'node:fs';

/** Which version this is, as the portal's package says. */
export const VERSION: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
