import { z } from 'zod';
import { endpoint, noParams, noRequest } from '../endpoint.js';
import { MESSAGES } from '../messages.js';
import { personFields } from '../person.js';

export const captcha = endpoint({
  name: 'captcha',
  summary: 'A captcha for one sign-up: an image, and a question in words for those who do not see it',
  method: 'POST',
  path: '/user-management/captcha',
  access: 'client',
  owner: 'NOBODY',
  rate: 'CAPTCHA',
  params: noParams,
  request: noRequest,
  response: z.object({
    captchaId: z.string(),
    image: z.string().describe('An SVG as a data URL; its answer is the digits in it'),
    question: z.string().describe('A question in words; its answer, in digits, does as well'),
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
    captcha: z.string({ error: MESSAGES.captchaNotMatched }).max(64),
  }),
  response: z.object({ message: z.string() }),
  errors: ['CAPTCHA_NOT_MATCHED'],
});
