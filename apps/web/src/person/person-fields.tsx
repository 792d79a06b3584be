import { TextInput } from '@mantine/core';
import classes from './person-fields.module.css';
import type { FieldErrors, PersonDraft, PersonField } from './person-rules.js';

const INPUTS: Record<PersonField, { label: string; autoComplete: string; type?: string; maxLength: number }> = {
  firstname: { label: 'First name', autoComplete: 'given-name', maxLength: 100 },
  lastname: { label: 'Last name', autoComplete: 'family-name', maxLength: 100 },
  email: { label: 'Email', autoComplete: 'email', type: 'email', maxLength: 254 },
  mobile: { label: 'Mobile number', autoComplete: 'tel', type: 'tel', maxLength: 20 },
  company_name: { label: 'Company name', autoComplete: 'organization', maxLength: 200 },
};

interface PersonFieldsProps<Field extends PersonField> {
  draft: Pick<PersonDraft, Field>;
  errors: FieldErrors<Field>;
  onChange: (part: Partial<PersonDraft>) => void;
  /** `off` where somebody types another person's data. */
  autoComplete?: 'off';
}

/** The fields of SPEC 5's profile rules, those that the draft has. */
export function PersonFields<Field extends PersonField>(props: PersonFieldsProps<Field>) {
  const { draft, errors, onChange, autoComplete } = props;
  return (
    <div className={classes.fields}>
      {(Object.keys(draft) as Field[]).map((field) => (
        <TextInput
          key={field}
          {...INPUTS[field]}
          name={field}
          {...(autoComplete && { autoComplete })}
          className={classes[field] ?? ''}
          required
          withAsterisk={false}
          value={draft[field]}
          error={errors[field]}
          onChange={(event) => onChange({ [field]: event.currentTarget.value } as Partial<PersonDraft>)}
        />
      ))}
    </div>
  );
}
