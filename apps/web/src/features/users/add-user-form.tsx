import { TextInput } from '@mantine/core';
import { MESSAGES } from '@tidewaiter/contract';
import { useState } from 'react';
import { formatCount, parsePoints } from '../../format/numbers.js';
import { useSubscription } from '../../session/account.js';
import { NewPersonForm } from '../../session/new-person-form.js';
import { useAddUser } from './user-calls.js';

/** Invites a sub-user. */
export function AddUserForm({ onDone }: { onDone: (answer: { message: string }) => void }) {
  const [limit, setLimit] = useState('0');
  const downloadLimit = parsePoints(limit);
  const { data: subscription } = useSubscription();
  const adding = useAddUser();
  return (
    <NewPersonForm
      label="Add user"
      lead="They are sent a link to set a password of their own."
      fields={['firstname', 'lastname', 'email', 'mobile']}
      last={{
        name: 'downloadLimit',
        problem: downloadLimit === null && MESSAGES.notPoints,
        draw: (error, clear) => (
          <TextInput
            label="Download points, now and in each period"
            description={subscription && `You have ${formatCount(subscription.downloadLimit)} to give`}
            name="downloadLimit"
            inputMode="numeric"
            autoComplete="off"
            value={limit}
            error={error}
            onChange={(event) => {
              setLimit(event.currentTarget.value);
              clear();
            }}
          />
        ),
      }}
      add={(person, ended) =>
        downloadLimit !== null && adding.mutate({ person, downloadLimit }, { onSuccess: onDone, ...ended })
      }
      adding={adding}
    />
  );
}
