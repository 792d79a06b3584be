import { z } from 'zod';
import { LIMITS } from '../rules/limits.js';

/** A number that travels as text in a query string. */
const count = (max: number, otherwise: number) =>
  z
    .union([z.number().int().min(0).max(max), z.string().regex(/^\d{1,7}$/)])
    .transform(Number)
    .pipe(z.number().max(max))
    .default(otherwise);

/** Which page of a list a GET asks for, counted from 0. */
export const pageFields = {
  pageNumber: count(LIMITS.listPages, 0),
  numberOfRecords: count(LIMITS.pageSizeMax, LIMITS.pageSize),
};
