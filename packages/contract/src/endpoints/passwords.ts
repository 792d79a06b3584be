import { z } from 'zod';
import { endpoint, noParams } from '../endpoint.js';
import { LIMITS } from '../limits.js';
import { MESSAGES } from '../messages.js';
import { newPassword } from '../password.js';

export const forgotPassword = endpoint({
  name: 'forgotPassword',
  summary: 'Mail a one-time password; the answer is the same for every address',
  method: 'GET',
  path: '/user-management/forgotpassword',
  access: 'client',
  owner: 'NOBODY',
  rate: 'OTP',
  params: noParams,
  request: z.strictObject({
    userEmail: z
      .string({ error: MESSAGES.invalidEmailId })
      .trim()
      .max(254, { error: MESSAGES.invalidEmailId })
      .pipe(z.email({ error: MESSAGES.invalidEmailId })),
  }),
  response: z.object({ message: z.string(), requestId: z.string().describe('Goes with the one-time password') }),
  errors: [],
});

export const verifyOtp = endpoint({
  name: 'verifyOtp',
  summary: 'Trade the mailed one-time password for a token that sets a new password, once',
  method: 'POST',
  path: '/user-management/forgotpassword/verify',
  access: 'client',
  owner: { ids: { requestId: 'secret' } },
  rate: 'OTP',
  params: noParams,
  request: z.strictObject({ requestId: z.string().max(64), otp: z.string({ error: MESSAGES.invalidOtp }).max(16) }),
  response: z.object({ token: z.string() }),
  errors: ['INVALID_OTP'],
});

export const setPassword = endpoint({
  name: 'setPassword',
  summary: 'Set a password by a token: of a mailed link, or from a one-time password. Ends every session',
  method: 'PUT',
  path: '/user-management/password',
  access: 'client',
  owner: { ids: { token: 'secret' } },
  rate: 'OTP',
  params: noParams,
  request: z
    .strictObject({
      token: z.string().max(LIMITS.tokenMaxLength),
      password: newPassword,
      confirmPassword: z.string({ error: MESSAGES.passwordsDiffer }).max(2 * LIMITS.passwordMaxLength),
    })
    .refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      error: MESSAGES.passwordsDiffer,
    }),
  response: z.object({ message: z.string() }),
  errors: ['LINK_EXPIRED', 'PASSWORD_REFUSED'],
});
