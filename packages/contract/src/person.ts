import { z } from 'zod';
import { line } from './line.js';
import { MESSAGES } from './messages.js';

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
