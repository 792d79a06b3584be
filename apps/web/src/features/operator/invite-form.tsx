import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NewPersonForm } from '../../session/new-person-form.js';
import { planNames, useAct } from './operator-calls.js';
import { operatorClient } from './operator-client.js';

const FIELDS = ['firstname', 'lastname', 'email', 'company_name'] as const;

/** Opens a main account for somebody. */
export function InviteForm({ onDone }: { onDone: (answer: { message: string }) => void }) {
  const [plan, setPlan] = useState('Free');
  const { data: plans = [] } = useQuery(planNames);
  const invite = useAct((person: Record<(typeof FIELDS)[number], string>) =>
    operatorClient.invitePerson({ ...person, plan }),
  );
  return (
    <NewPersonForm
      label="Invite"
      lead="They get a main account, and a mailed link to set a password of their own."
      fields={FIELDS}
      last={{
        name: 'plan',
        draw: () => (
          <NativeSelect
            label="Plan"
            data={plans}
            value={plan}
            onChange={({ currentTarget: { value } }) => setPlan(value)}
          />
        ),
      }}
      add={(person, ended) => invite.mutate(person, { onSuccess: onDone, ...ended })}
      adding={invite}
    />
  );
}
