import { z } from 'zod';
import { MESSAGES } from './messages.js';

/** Control characters and halves of surrogate pairs: no part of a name, and the database takes not all of them. */
const NO_TEXT = /[\p{Cc}\p{Cs}]/u;

/**
 * Words on one line that must be given.
 *
 * @param message what is said where they are missing, or hold what is no text
 */
export const line = (message: string, max: number) =>
  z
    .string({ error: message })
    .trim()
    .min(1, { error: message })
    .max(max, { error: MESSAGES.textTooLong })
    .refine((text) => !NO_TEXT.test(text), { error: message });

/** Words that may have been typed or printed on several lines: they are kept on one. */
export const squeezedLine = (message: string, max: number) =>
  z
    .string({ error: message })
    .transform((text) => text.replace(/\s+/g, ' '))
    .pipe(line(message, max));
