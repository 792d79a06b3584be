import { type FormEvent, type ReactNode, useState } from 'react';
import { ActionButton } from '../ui/action-button.js';
import { useFieldErrors } from '../ui/field-errors.js';
import { Refusal } from '../ui/notice.js';
import { PersonFields } from './person-fields.js';
import { EMPTY_PERSON, type PersonDraft, type PersonField, personErrors } from './person-rules.js';

interface NewPersonFormProps<Field extends PersonField> {
  /** Of the form and its button. */
  label: string;
  lead: string;
  fields: readonly Field[];
  /** What the screen asks besides. */
  last: {
    name: 'plan' | 'downloadLimit';
    problem?: string | false;
    draw: (error: string | undefined, clear: () => void) => ReactNode;
  };
  add: (person: Pick<PersonDraft, Field>, ended: { onError: (error: Error) => void }) => void;
  adding: { isPending: boolean; error: Error | null };
}

/** Asks who gets an account; they set a password of their own by a mailed link. */
export function NewPersonForm<Field extends PersonField>(props: NewPersonFormProps<Field>) {
  const { label, lead, fields, last, add, adding } = props;
  const [person, setPerson] = useState(
    () => Object.fromEntries(fields.map((field) => [field, EMPTY_PERSON[field]])) as Pick<PersonDraft, Field>,
  );
  const { form, errors, show, clear, refuse, besides } = useFieldErrors<PersonField | 'plan' | 'downloadLimit'>(
    [...fields, last.name],
    { DOWNLOAD_LIMIT_EXHAUSTED: 'downloadLimit' },
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = { ...personErrors(person), ...(last.problem && { [last.name]: last.problem }) };
    if (!adding.isPending && !show(wrong)) add(person, { onError: refuse });
  }
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label={label}>
      <p className="soft">{lead}</p>
      <PersonFields
        draft={person}
        errors={errors}
        autoComplete="off"
        onChange={(part) => {
          setPerson((before) => ({ ...before, ...part }));
          clear();
        }}
      />
      {last.draw(errors[last.name], clear)}
      <Refusal says={besides(adding.error)} />
      <ActionButton type="submit" busy={adding.isPending}>
        {label}
      </ActionButton>
    </form>
  );
}
