import { z } from 'zod';
import { LIMITS } from './limits.js';
import { MESSAGES } from './messages.js';

/** Characters as people count them: a sign beyond the first 65,536 is one, though it is kept in two units. */
const characters = (text: string) => [...text].length;

/** A password that somebody chooses. Whether it is too easy to guess is the server's to say. */
export const newPassword = z
  .string({ error: MESSAGES.enterPassword })
  .refine((text) => characters(text) >= LIMITS.passwordMinLength, { error: MESSAGES.passwordTooShort, abort: true })
  .refine((text) => characters(text) <= LIMITS.passwordMaxLength, { error: MESSAGES.passwordTooLong })
  .describe(`${LIMITS.passwordMinLength} to ${LIMITS.passwordMaxLength} characters`);

/** A password that is compared with the one that is set: no rule but a bound on the work. */
export const givenPassword = z
  .string({ error: MESSAGES.enterPassword })
  .min(1, { error: MESSAGES.enterPassword })
  .max(1024);
