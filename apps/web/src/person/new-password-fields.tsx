import { PasswordInput } from '@mantine/core';
import { LIMITS } from '@tidewaiter/contract';
import type { NewPassword } from './new-password.js';
import type { FieldErrors } from './person-rules.js';

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
