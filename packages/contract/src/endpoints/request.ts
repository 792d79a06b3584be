import { z } from 'zod';
import { FIELD_MESSAGES, MESSAGES } from '../rules/messages.js';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** How kinds of values are called where a person reads it; others are named as they are. */
const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with named fields',
};

/** What a length is counted in. */
const COUNTED: Record<string, string> = { string: 'characters', array: 'values' };

const anyOf = (parts: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(parts);

/** What a value must be, where only its kind or the choice of it was wrong. */
function wanted(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type') return KINDS[issue.expected] ?? issue.expected;
  return issue.code === 'invalid_value' ? anyOf(issue.values.map(String)) : undefined;
}

/** Of several forms that a field takes, the one that was meant says what is wrong; where none was, all are named. */
function ofUnion(field: string, { errors, path = [] }: Extract<Issue, { code: 'invalid_union' }>): string {
  const firsts = errors.flatMap(([first]) => first ?? []) as Issue[];
  const meant = firsts.find((issue) => wanted(issue) === undefined);
  if (!meant) return FIELD_MESSAGES.mustBe(field, anyOf([...new Set(firsts.map((issue) => wanted(issue) ?? ''))]));
  return saysItself(meant) ? String(meant.message) : inWords({ ...meant, path: [...path, ...(meant.path ?? [])] });
}

/** Whether a problem has words of its schema's own, which say more than what kind of value was wanted. */
export function saysItself(issue: Issue | z.core.$ZodIssue): boolean {
  // One that has been told does without what was given.
  return issue.message !== undefined && issue.message !== inWords(issue as Issue);
}

/** Says in a person's words what is wrong with a request, wherever its schema does not say it itself. */
function inWords(issue: Issue): string {
  const field = issue.path?.length ? issue.path.map(String).join('.') : 'The request';
  if (issue.code === 'unrecognized_keys') return MESSAGES.unknownField;
  // What lies in a union has no input with it.
  if ('input' in issue && (issue.input === undefined || issue.input === null)) return FIELD_MESSAGES.required(field);
  if (issue.code === 'too_small') {
    const counted = COUNTED[issue.origin];
    const least = String(issue.minimum);
    return counted ? FIELD_MESSAGES.tooFew(field, least, counted) : FIELD_MESSAGES.tooSmall(field, least);
  }
  if (issue.code === 'too_big') {
    const counted = COUNTED[issue.origin];
    const most = String(issue.maximum);
    return counted ? FIELD_MESSAGES.tooMany(field, most, counted) : FIELD_MESSAGES.tooLarge(field, most);
  }
  if (issue.code === 'invalid_union') return ofUnion(field, issue);
  const what = wanted(issue);
  return what === undefined ? FIELD_MESSAGES.notInForm(field) : FIELD_MESSAGES.mustBe(field, what);
}

/** The schema of the values themselves, without what may stand in their place and what becomes of them. */
function inner(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return inner(schema.unwrap());
  }
  return schema instanceof z.ZodPipe ? inner(schema.in) : schema;
}

const isOptional = (schema: z.core.$ZodType) => z.safeParse(schema, undefined).success;

/** Leaves out of a request what says nothing: `null` and `''` in a field that may be missing, in whatever depth. */
function withoutNothing(schema: z.core.$ZodType, data: unknown): unknown {
  const values = inner(schema);
  if (Array.isArray(data)) {
    if (!(values instanceof z.ZodArray)) return data;
    const element = inner(values.element);
    // Thousands of ids have no fields.
    const mayHaveFields = element instanceof z.ZodObject || element instanceof z.ZodArray;
    return mayHaveFields ? data.map((item) => withoutNothing(element, item)) : data;
  }
  if (!(values instanceof z.ZodObject) || typeof data !== 'object' || data === null) return data;
  const shape: Record<string, z.core.$ZodType> = values.shape;
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]) => {
      const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
      if (!field) return [[key, value]];
      return (value === null || value === '') && isOptional(field) ? [] : [[key, withoutNothing(field, value)]];
    }),
  );
}

/**
 * Reads what a call was sent: the one place where a request meets its schema. `null` and an empty text in an optional field mean
 * that it was not given; whatever is refused is said in the words of the catalogue.
 */
export function readRequest<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  return schema.safeParse(withoutNothing(schema, data), { error: inWords });
}
