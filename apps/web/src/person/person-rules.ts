import { type PortalError, personFields } from '@tidewaiter/contract';

export type PersonField = keyof typeof personFields;

/** What a person says of themselves, as typed. */
export type PersonDraft = Record<PersonField, string>;

export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

export const EMPTY_PERSON: PersonDraft = { firstname: '', lastname: '', email: '', mobile: '', company_name: '' };

export const PERSON_FIELDS = Object.keys(EMPTY_PERSON) as PersonField[];

/** The profile rules of SPEC 5 that typed fields break, as messages by field. The rules are the contract's own. */
export function personErrors<Field extends PersonField>(draft: Record<Field, string>): FieldErrors<Field> {
  const errors: FieldErrors<Field> = {};
  for (const field of Object.keys(draft) as Field[]) {
    const issue = personFields[field].safeParse(draft[field]).error?.issues[0];
    if (issue) errors[field] = issue.message;
  }
  return errors;
}

/** What the server says of fields that the form shows; what it says of others is for the form's own alert. */
export function refusedFields<Field extends string>(error: PortalError, fields: readonly Field[]): FieldErrors<Field> {
  const errors: FieldErrors<Field> = {};
  for (const { field, message } of error.details) {
    const shown = fields.find((one) => one === field);
    if (shown !== undefined) errors[shown] ??= message;
  }
  return errors;
}
