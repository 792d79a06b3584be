import { z } from 'zod';
import { ERRORS, type ErrorCode } from './errors.js';

/** The body of every failed call. It stands in a file of its own, so that a browser that only reads errors does without zod. */
export const errorBody = z.object({
  errorCode: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  errorMsg: z.string(),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});
export type ErrorBody = z.output<typeof errorBody>;
