import { KEY_SCOPES, type KeyScope } from '@tidewaiter/contract';

/** An issuer has scopes of others too: ours are told by how they begin. */
const PREFIX = 'tidewaiter:';

/** A scope of keys as tokens name it. */
export const tokenScope = (scope: KeyScope) => `${PREFIX}${scope}`;

/** What of a token's scopes is ours. */
export const keyScopesOf = (named: readonly string[]): KeyScope[] =>
  KEY_SCOPES.filter((scope) => named.includes(tokenScope(scope)));
