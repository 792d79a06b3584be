import { PasswordInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MESSAGES } from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { type UserDetails, userDetails } from '../../session/account.js';
import { client } from '../../session/client.js';
import { PersonFields } from '../../session/person-fields.js';
import { PERSON_FIELDS, type PersonDraft, personErrors } from '../../session/person-rules.js';
import { ActionButton } from '../../ui/action-button.js';
import { OopsDialog } from '../../ui/alert-dialog.js';
import { Held } from '../../ui/awaiting.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { LoadFailure, Notice } from '../../ui/notice.js';
import { openSessions } from './session-list.js';

export function GeneralInformation({ userId }: { userId: number }) {
  const { data, error, refetch } = useQuery(userDetails(userId));
  if (data) return <ProfileForm details={data} />;
  if (error) return <LoadFailure error={error} onRetry={refetch} />;
  return <Held height={352} />;
}

function personOf({ firstname, lastname, email, mobile, company_name }: UserDetails): PersonDraft {
  return { firstname, lastname, email, mobile, company_name };
}

const FIELDS = [...PERSON_FIELDS, 'currentPassword'] as const;

const sameAddress = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * A new e-mail address needs the current password, and counts only once its mailed link is opened; until then the form shows the one
 * that does.
 */
function ProfileForm({ details }: { details: UserDetails }) {
  const [draft, setDraft] = useState<PersonDraft>(() => personOf(details));
  const [currentPassword, setCurrentPassword] = useState('');
  const { form, errors, show, clear, refuse, besides } = useFieldErrors(FIELDS, {
    INCORRECT_PASSWORD: 'currentPassword',
  });
  const moves = !sameAddress(draft.email, details.email);
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () => {
      const proof = moves ? { currentPassword } : {};
      return client.updateUser({ ...draft, ...proof, user_type: 'USER' }, { params: { userId: details.userid } });
    },
    onSuccess: ({ user }) => {
      queryClient.setQueryData(userDetails(user.userid).queryKey, user);
      setDraft(personOf(user));
      setCurrentPassword('');
      if (moves) void queryClient.invalidateQueries({ queryKey: openSessions.queryKey });
    },
    onError: refuse,
    gcTime: 0,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const missing = moves && currentPassword === '' ? { currentPassword: MESSAGES.enterPassword } : {};
    if (!save.isPending && !show({ ...personErrors(draft), ...missing })) save.mutate();
  }

  function edited() {
    clear();
    if (save.isSuccess) save.reset();
  }

  return (
    <form ref={form} className="fields" onSubmit={submit} noValidate aria-label="General Information">
      <PersonFields
        draft={draft}
        errors={errors}
        onChange={(part) => {
          setDraft((before) => ({ ...before, ...part }));
          edited();
        }}
      />
      {moves && (
        <PasswordInput
          label="Current password, for the new address"
          description={`The new address counts once you open the link sent to it. ${details.email} is notified now, with a link to undo it, and your other sessions end.`}
          name="currentPassword"
          autoComplete="current-password"
          value={currentPassword}
          error={errors.currentPassword}
          onChange={(event) => {
            setCurrentPassword(event.currentTarget.value);
            edited();
          }}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password for the new address', tabIndex: 0 }}
        />
      )}
      {save.isSuccess && <Notice kind="done">{save.data.message}</Notice>}
      <ActionButton type="submit" busy={save.isPending}>
        Save
      </ActionButton>
      <OopsDialog message={besides(save.error)} onClose={save.reset} />
    </form>
  );
}
