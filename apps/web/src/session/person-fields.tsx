import { PasswordInput, TextInput } from '@mantine/core';
import { LIMITS } from '@tidewaiter/contract';
import type { FieldErrors } from '../ui/field-errors.js';
import classes from './person.module.css';
import type { NewPassword, PersonDraft, PersonField } from './person-rules.js';

const INPUTS: Record<PersonField, { label: string; autoComplete: string; type?: string; maxLength: number }> = {
  firstname: { label: 'First name', autoComplete: 'given-name', maxLength: 100 },
  lastname: { label: 'Last name', autoComplete: 'family-name', maxLength: 100 },
  email: { label: 'Email', autoComplete: 'email', type: 'email', maxLength: 254 },
  mobile: { label: 'Mobile number', autoComplete: 'tel', type: 'tel', maxLength: 20 },
  company_name: { label: 'Company name', autoComplete: 'organization', maxLength: 200 },
};

/** Beside each other, where there is room. */
const HALF: ReadonlySet<PersonField> = new Set(['firstname', 'lastname']);

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
          className={HALF.has(field) ? '' : 'all-columns'}
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

interface NewPasswordFieldsProps {
  value: NewPassword;
  errors: FieldErrors<keyof NewPassword>;
  onChange: (part: Partial<NewPassword>) => void;
  autoFocus?: boolean;
}

/** New and confirm password. Each can be shown, so that a manager or a slow hand is no trap. */
export function NewPasswordFields({ value, errors, onChange, autoFocus = false }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordInput
        label="New password"
        description={`${LIMITS.passwordMinLength} characters or more; three or four words that do not belong together are best`}
        name="password"
        autoComplete="new-password"
        autoFocus={autoFocus}
        value={value.password}
        error={errors.password}
        onChange={(event) => onChange({ password: event.currentTarget.value })}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the new password', tabIndex: 0 }}
      />
      <PasswordInput
        label="Confirm password"
        name="confirmPassword"
        autoComplete="new-password"
        value={value.confirmPassword}
        error={errors.confirmPassword}
        onChange={(event) => onChange({ confirmPassword: event.currentTarget.value })}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the confirmed password', tabIndex: 0 }}
      />
    </>
  );
}
