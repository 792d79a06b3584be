import { type ErrorCode, PortalError } from '@tidewaiter/contract';
import { useRef, useState } from 'react';
import { focusFirstError } from './focus-first-error.js';

/** What is wrong in fields of a form, by its own rules or as the server has refused them. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

interface Rule {
  safeParse: (value: unknown) => { error?: { issues: readonly { message: string }[] } | undefined };
}

/** Finds the contract's rules that a draft breaks, as messages by field: of all fields that have one. */
export function ruleErrors<Field extends string>(
  rules: Partial<Record<Field, Rule>>,
  draft: Readonly<Record<Field, unknown>>,
): FieldErrors<Field> {
  const errors: FieldErrors<Field> = {};
  for (const field of Object.keys(rules) as Field[]) {
    const issue = rules[field]?.safeParse(draft[field]).error?.issues[0];
    if (issue) errors[field] = issue.message;
  }
  return errors;
}

const isAny = (errors: object) => Object.keys(errors).length > 0;

/**
 * Picks the server's messages about fields that a form shows; those about others are for the form's own alert.
 *
 * @param byCode refusals that are of one field as a whole
 */
export function refusedFields<Field extends string>(
  failure: Error,
  fields: readonly Field[],
  byCode: Partial<Record<ErrorCode, Field>> = {},
): FieldErrors<Field> {
  const errors: FieldErrors<Field> = {};
  if (!(failure instanceof PortalError)) return errors;
  const whole = byCode[failure.code];
  const details = whole === undefined ? failure.details : [{ field: whole, message: failure.message }];
  for (const { field, message } of details) {
    const shown = fields.find((one) => one === field);
    if (shown !== undefined) errors[shown] ??= message;
  }
  return errors;
}

/** A form that says what is wrong at its fields, and brings the first of them into focus: they are of `refusedFields`. */
export function useFieldErrors<Field extends string>(
  fields: readonly Field[] = [],
  byCode?: Partial<Record<ErrorCode, Field>>,
) {
  const [errors, setErrors] = useState<FieldErrors<Field>>({});
  const form = useRef<HTMLFormElement>(null);

  /** @returns whether there is anything to say */
  function show(found: FieldErrors<Field>): boolean {
    setErrors(found);
    if (isAny(found)) focusFirstError(form.current);
    return isAny(found);
  }

  return {
    form,
    errors,
    show,
    clear: () => setErrors({}),
    refuse: (failure: Error) => show(refusedFields(failure, fields, byCode)),
    /** What the form has to say of a failure that none of its fields says. */
    besides: (failure: Error | null) =>
      failure && !isAny(refusedFields(failure, fields, byCode)) ? failure.message : null,
  };
}
