import { z } from 'zod';
import { endpoint, noParams } from '../endpoint.js';
import { MESSAGES } from '../messages.js';
import { personFields } from '../person.js';

/** A proof of work: the key, among those of the numbers from 0 up, that begins with `keyPrefix`. */
const proofOfWork = z.object({
  algorithm: z.literal('PBKDF2/SHA-256'),
  nonce: z.string().describe('In hexadecimal digits; the password of a key is it, and the number in four bytes'),
  salt: z.string().describe('In hexadecimal digits'),
  cost: z.number().int().describe('Rounds of each key'),
  keyLength: z.number().int().describe('In bytes'),
  keyPrefix: z.string().describe('In hexadecimal digits'),
});
export type ProofOfWork = z.output<typeof proofOfWork>;

export const captcha = endpoint({
  name: 'captcha',
  summary:
    'A captcha for one sign-up: work for the browser, or a question in words where the page is not served securely',
  method: 'POST',
  path: '/user-management/captcha',
  access: 'client',
  owner: 'NOBODY',
  rate: 'CAPTCHA',
  params: noParams,
  request: z
    .strictObject({
      inWords: z
        .boolean()
        .optional()
        .describe('The page is not served securely, where browsers compute no keys; never granted over TLS'),
    })
    .nullish(),
  response: z.object({
    captchaId: z.string(),
    challenge: proofOfWork.optional().describe('Its answer is the whole key, in hexadecimal digits'),
    question: z.string().optional().describe('A question in words, in place of a challenge; its answer is in digits'),
    waitSeconds: z.number().describe('An answer that comes sooner is refused'),
    expiresDate: z.iso.datetime(),
  }),
  errors: [],
});

export const signUp = endpoint({
  name: 'signUp',
  summary: 'Ask for an account',
  method: 'POST',
  path: '/user-management/user',
  access: 'client',
  owner: { ids: { captchaId: 'secret' } },
  rate: 'SIGN_UP',
  params: noParams,
  request: z.strictObject({
    ...personFields,
    user_type: z.literal('USER').optional(),
    subscription_id: z.literal(1).optional().describe('Accepted and not used: the account begins on the Free plan'),
    termsAccepted: z.literal(true, { error: MESSAGES.acceptTerms }),
    captchaId: z.string({ error: MESSAGES.captchaNotMatched }).max(64),
    captcha: z.string({ error: MESSAGES.captchaNotMatched }).max(128),
  }),
  response: z.object({ message: z.string() }),
  errors: ['CAPTCHA_NOT_MATCHED'],
});
