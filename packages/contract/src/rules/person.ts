import { z } from 'zod';
import { LIMITS } from './limits.js';
import { MESSAGES } from './messages.js';
import { NUMBER_SYSTEMS } from './number-systems.js';

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

/** A text that is looked for in a list: nothing that is no text, which no database would look for. */
export const soughtText = (max: number) =>
  z
    .string()
    .max(max, { error: MESSAGES.textTooLong })
    .refine((text) => !NO_TEXT.test(text), { error: MESSAGES.notText });

/** What no note holds: control characters beside line ends and tabs, and halves of surrogate pairs. */
const NO_NOTE = /[^\P{Cc}\n\t]|\p{Cs}/gu;

/** Words on as many lines as they need; what is no text is left out. */
export const paragraphs = (max: number) =>
  z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').replace(NO_NOTE, '').trim())
    .pipe(z.string().max(max, { error: MESSAGES.textTooLong }));

/** An address that mail can be sent to. */
export const emailAddress = z
  .string({ error: MESSAGES.invalidEmail })
  .trim()
  .max(254, { error: MESSAGES.invalidEmail })
  .pipe(z.email({ error: MESSAGES.invalidEmail }));

/** Digits as people write them, with or without a country's prefix. */
export const mobileNumber = z
  .string({ error: MESSAGES.enterMobile })
  .trim()
  .regex(/^\+?[0-9][0-9 ()-]{4,18}[0-9]$/, { error: MESSAGES.enterMobile });

/** What a person says of themselves (SPEC 5, the five profile rules). */
export const personFields = {
  firstname: line(MESSAGES.enterFirstName, 100),
  lastname: line(MESSAGES.enterLastName, 100),
  email: emailAddress,
  mobile: mobileNumber,
  company_name: line(MESSAGES.fieldRequired, 200),
};

/** A person as answers show them (SPEC 3 "User"). */
export const shownPerson = {
  userid: z.number().int(),
  uplineId: z.number().int().describe('0 for a main account, else the owner'),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  mobile: z.string(),
  company_name: z.string(),
  companyName: z.string().describe('The same as company_name'),
  numberSystem: z
    .enum(NUMBER_SYSTEMS)
    .nullable()
    .describe("How their screens write numbers; null as the browser's language has it"),
};

/** The id of a person; a number that travels as text in a path or a query string. */
export const personId = z
  .union([
    z
      .number()
      .int()
      .positive()
      .max(2 ** 31 - 1),
    z.string().regex(/^[1-9]\d{0,8}$/),
  ])
  .transform(Number);

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
