import { z } from 'zod';
import { LIMITS } from './limits.js';
import { MESSAGES } from './messages.js';

/** A password that somebody chooses. Whether it is too common is looked up by the server. */
export const newPassword = z
  .string({ error: MESSAGES.enterPassword })
  .min(LIMITS.passwordMinLength, { error: MESSAGES.passwordTooShort })
  .max(LIMITS.passwordMaxLength, { error: MESSAGES.passwordTooLong });

/** A password that is compared with the one that is set: no rule but a bound on the work. */
export const givenPassword = z
  .string({ error: MESSAGES.enterPassword })
  .min(1, { error: MESSAGES.enterPassword })
  .max(1024);
