import { type ApiKeyView, displayDate, type KeyScope } from '@tidewaiter/contract';
import { formatCount } from '../../format/numbers.js';

/** What a key may be let do: in a word for the table, and in words for who chooses. */
export const SCOPES: Record<KeyScope, { word: string; says: string }> = {
  search: { word: 'Search', says: 'Records, counts, lists and suggestions' },
  analysis: { word: 'Analysis', says: 'Pivots, periods, prices, flows and companies' },
  export: { word: 'Export', says: 'Quotes, exports and their files, for download points' },
  'saved-items': { word: 'Saved items', says: 'Workspaces, saved searches and what is new to them' },
  contacts: { word: 'Contacts', says: 'Companies that the account keeps' },
};

export const scopesInWords = ({ scopes }: Pick<ApiKeyView, 'scopes'>) =>
  scopes.map((scope) => SCOPES[scope].word).join(', ');

/** Who vouches for a connection. */
export const issuerOf = ({ issuer }: NonNullable<ApiKeyView['connection']>) => new URL(issuer).host;

export function expiryInWords({
  expiresOn,
  expired,
  revoked,
}: Pick<ApiKeyView, 'expiresOn' | 'expired' | 'revoked'>): string {
  if (revoked) return 'Revoked';
  if (expiresOn === null) return 'Never';
  return expired ? `Expired ${displayDate(expiresOn)}` : displayDate(expiresOn);
}

/** What was spent in this month, and of how much where there is a limit. */
export const spentInWords = (spent: number, limit: number | null) =>
  limit === null ? formatCount(spent) : `${formatCount(spent)} of ${formatCount(limit)}`;
