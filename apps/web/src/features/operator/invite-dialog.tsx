import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { PersonFields } from '../../session/person-fields.js';
import { personErrors } from '../../session/person-rules.js';
import { ActionButton } from '../../ui/action-button.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { Refusal } from '../../ui/notice.js';
import { FormDialog } from '../../ui/titled-modal.js';
import { planNames, useAct } from './operator-calls.js';
import { operatorClient } from './operator-client.js';

interface InviteDialogProps {
  opened: boolean;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Opens an account for somebody, who sets a password of their own by a mailed link. */
export function InviteDialog({ opened, onClose, onDone }: InviteDialogProps) {
  return (
    <FormDialog title="Invite a customer" opened={opened} onClose={onClose}>
      <InviteForm
        onDone={(message) => {
          onClose();
          onDone(message);
        }}
      />
    </FormDialog>
  );
}

const EMPTY = { firstname: '', lastname: '', email: '', company_name: '' };
const FIELDS = ['firstname', 'lastname', 'email', 'company_name'] as const;

function InviteForm({ onDone }: { onDone: (message: string) => void }) {
  const [person, setPerson] = useState(EMPTY);
  const [plan, setPlan] = useState('Free');
  const { data: plans = [] } = useQuery(planNames);
  const { form, errors, show, clear, refuse, besides } = useFieldErrors(FIELDS, {});
  const invite = useAct(() => operatorClient.invitePerson({ ...person, plan }));
  function submit(event: FormEvent) {
    event.preventDefault();
    if (invite.isPending || show(personErrors(person))) return;
    invite.mutate(undefined, { onSuccess: ({ message }) => onDone(message), onError: refuse });
  }
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Invite a customer">
      <p className="soft">They get a main account, and a mailed link to set a password of their own.</p>
      <PersonFields<(typeof FIELDS)[number]>
        draft={person}
        errors={errors}
        autoComplete="off"
        onChange={(part) => {
          setPerson((before) => ({ ...before, ...part }));
          clear();
        }}
      />
      <NativeSelect
        label="Plan"
        data={plans}
        value={plan}
        onChange={({ currentTarget: { value } }) => setPlan(value)}
      />
      <Refusal says={besides(invite.error)} />
      <ActionButton type="submit" busy={invite.isPending}>
        Invite
      </ActionButton>
    </form>
  );
}
