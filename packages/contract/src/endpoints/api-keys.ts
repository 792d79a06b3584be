import { z } from 'zod';
import { KEY_SCOPES } from '../rules/api-keys.js';
import { isIsoDate } from '../rules/dates.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { line } from '../rules/person.js';
import { endpoint } from './endpoint.js';

const name = line(MESSAGES.enterKeyName, LIMITS.nameMaxLength).describe('What its person calls it');

const limit = z.number().int().min(0).max(LIMITS.allowanceMax).nullable();

const apiKey = z.object({
  keyId: z.string(),
  name: z.string(),
  prefix: z.string().describe('How the key begins; empty for a connection'),
  connection: z
    .object({ issuer: z.string(), clientId: z.string() })
    .nullable()
    .describe('For what is no key: whose access tokens, given to which client, it stands for'),
  revoked: z.boolean().describe('A connection that its person may allow again; revoked keys are not listed'),
  scopes: z.array(z.enum(KEY_SCOPES)),
  expiresOn: z.string().nullable().describe('The last day on which it works, in universal time'),
  expired: z.boolean(),
  createdDate: z.iso.datetime(),
  lastUsedDate: z.iso.datetime().nullable(),
  spentSearches: z.number().int().describe('Searches that it has paid for in this calendar month'),
  spentPoints: z.number().int().describe('Download points that it has paid in this calendar month'),
  searchLimit: limit.describe('Searches that it may spend in a calendar month; null for as many as there are'),
  pointLimit: limit.describe('Download points that it may spend in a calendar month'),
  userid: z.number().int().describe('Whose it is'),
  personName: z.string(),
});
export type ApiKeyView = z.output<typeof apiKey>;

export const apiKeyList = endpoint('GET /user-management/apikey/list', {
  summary: "The caller's API keys and connections; for a main account, those of all its people",
  subUser: 'OWN',
  owner: 'CALLER',
  response: z.object({ keyList: z.array(apiKey) }),
});

export const createApiKey = endpoint('POST /user-management/apikey', {
  summary: 'Make an API key. The answer has it, this once: only its hash is kept',
  subUser: 'SELF',
  owner: 'CALLER',
  confirmed: true,
  rate: 'API_KEYS',
  request: z.strictObject({
    name,
    scopes: z
      .array(z.enum(KEY_SCOPES), { error: MESSAGES.chooseScope })
      .min(1, { error: MESSAGES.chooseScope })
      .max(KEY_SCOPES.length),
    expiresOn: z
      .string()
      .refine(isIsoDate, { error: MESSAGES.badDate })
      .nullable()
      .default(null)
      .describe('The last day on which it works, in universal time; null for a key that does not expire'),
  }),
  response: z.object({ message: z.string(), key: z.string(), keyId: z.string() }),
  errors: ['API_KEYS_FULL'],
});

const ofKey = {
  owner: { ids: { keyId: 'apiKey' } },
  params: z.strictObject({ keyId: z.string().max(64) }),
} as const;

export const updateApiKey = endpoint('PUT /user-management/apikey/:keyId', {
  summary: "Name one's own API key anew; or, for a main account, limit what a key of its people may spend in a month",
  subUser: 'OWN',
  ...ofKey,
  request: z
    .strictObject({ name: name.optional(), limits: z.strictObject({ searches: limit, points: limit }).optional() })
    .refine(({ name: named, limits }) => (named ?? limits) !== undefined, { error: MESSAGES.changeOfKey }),
  errors: ['NOT_YOURS', 'MAIN_ACCOUNT_ONLY', 'REMOVED_MEANWHILE'],
});

export const revokeApiKey = endpoint('PUT /user-management/apikey/:keyId/revoke', {
  summary: "Revoke one's own API key; or, for a main account, one of its people's",
  subUser: 'OWN',
  ...ofKey,
  errors: ['NOT_YOURS'],
});

export const allowConnection = endpoint('PUT /user-management/apikey/:keyId/allow', {
  summary: "Allow one's own connection again, which was revoked",
  subUser: 'SELF',
  ...ofKey,
  confirmed: true,
  rate: 'API_KEYS',
  errors: ['NOT_YOURS', 'API_KEYS_FULL'],
});
