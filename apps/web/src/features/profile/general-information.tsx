import { Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PortalError } from '@tidewaiter/contract';
import { type FormEvent, useRef, useState } from 'react';
import { client } from '../../api/client.js';
import { type UserDetails, userDetails } from '../../api/people.js';
import { PersonFields } from '../../person/person-fields.js';
import {
  type FieldErrors,
  PERSON_FIELDS,
  type PersonDraft,
  type PersonField,
  personErrors,
  refusedFields,
} from '../../person/person-rules.js';
import { endsSession } from '../../session/ends-session.js';
import { sessionStore } from '../../session/store.js';
import { ActButton } from '../../ui/act-button.js';
import { focusFirstError } from '../../ui/focus-first-error.js';
import { LoadFailure } from '../../ui/load-failure.js';
import { Notice } from '../../ui/notice.js';
import { OopsDialog } from '../../ui/oops-dialog.js';
import classes from './profile.module.css';

export function GeneralInformation({ userId }: { userId: number }) {
  const { data, error, refetch } = useQuery(userDetails(userId));
  if (data) return <ProfileForm details={data} />;
  if (error) return <LoadFailure error={error} onRetry={refetch} />;
  return <Skeleton height={320} aria-hidden="true" />;
}

function personOf({ firstname, lastname, email, mobile, company_name }: UserDetails): PersonDraft {
  return { firstname, lastname, email, mobile, company_name };
}

/** A new e-mail address counts only once its mailed link is opened; until then the form shows the one that does. */
function ProfileForm({ details }: { details: UserDetails }) {
  const [draft, setDraft] = useState<PersonDraft>(() => personOf(details));
  const [errors, setErrors] = useState<FieldErrors<PersonField>>({});
  const form = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () => client.updateUser({ ...draft, user_type: 'USER' }, { params: { userId: details.userid } }),
    onSuccess: ({ user }) => {
      queryClient.setQueryData(userDetails(user.userid).queryKey, user);
      sessionStore.refresh(user);
      setDraft(personOf(user));
    },
    onError: (failure) => show(refusedBy(failure)),
  });
  const oops =
    save.isError && !endsSession(save.error) && Object.keys(refusedBy(save.error)).length === 0
      ? save.error.message
      : null;

  function show(found: FieldErrors<PersonField>): boolean {
    setErrors(found);
    const any = Object.keys(found).length > 0;
    if (any) focusFirstError(form.current);
    return any;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!save.isPending && !show(personErrors(draft))) save.mutate();
  }

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate aria-label="General Information">
      <PersonFields
        draft={draft}
        errors={errors}
        onChange={(part) => {
          setDraft((before) => ({ ...before, ...part }));
          setErrors({});
          if (save.isSuccess) save.reset();
        }}
      />
      {save.isSuccess && <Notice kind="done">{save.data.message}</Notice>}
      <ActButton type="submit" busy={save.isPending}>
        Save
      </ActButton>
      <OopsDialog message={oops} onClose={save.reset} />
    </form>
  );
}

function refusedBy(failure: Error): FieldErrors<PersonField> {
  return failure instanceof PortalError ? refusedFields(failure, PERSON_FIELDS) : {};
}
