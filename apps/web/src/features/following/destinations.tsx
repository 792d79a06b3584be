import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Destination, LIMITS } from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { displayTime } from '../../format/dates.js';
import {
  destinations,
  type NewDestination,
  useCreateDestination,
  useRemoveDestination,
  useTestDestination,
} from '../../search/following/following-calls.js';
import { ActionButton } from '../../ui/action-button.js';
import { Awaiting } from '../../ui/awaiting.js';
import { ColumnTable } from '../../ui/column-table.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { LoadFailure } from '../../ui/notice.js';
import { notifyDone } from '../../ui/notification.js';
import { FormDialog } from '../../ui/titled-modal.js';
import classes from './following.module.css';

/** Where files are sent: buckets and servers of the person's own. */
export function Destinations() {
  const { data, error, refetch } = useQuery(destinations);
  const [isAdding, setAdding] = useState(false);
  return (
    <section className="stack gap-12" aria-labelledby="destinations">
      <div className="row wrap gap-8-12">
        <h2 id="destinations">Destinations</h2>
        <Button variant="default" size="xs" onClick={() => setAdding(true)}>
          Add a destination
        </Button>
      </div>
      {!data ? (
        error ? (
          <LoadFailure error={error} onRetry={refetch} />
        ) : (
          <Awaiting shapes={[['lines', 2]]} />
        )
      ) : data.length === 0 ? (
        <p className="soft">Files wait in the downloads. They can also be sent to your own bucket or server.</p>
      ) : (
        <DestinationTable places={data} />
      )}
      {isAdding && <NewDestinationDialog onClose={() => setAdding(false)} />}
    </section>
  );
}

function DestinationTable({ places }: { places: readonly Destination[] }) {
  const test = useTestDestination();
  const remove = useRemoveDestination();
  return (
    <div className={classes.cards}>
      <ColumnTable
        label="All destinations"
        rows={places}
        keyOf={({ destinationId }) => destinationId}
        columns={[
          {
            ...{ name: 'Destination', isHead: true },
            cell: ({ name, inWords, publicKey, hostKey }) => (
              <div className="words">
                <bdi>{name}</bdi>
                <div className="soft small">{inWords}</div>
                {publicKey !== null && <div className="small">Allow this key on the server: {publicKey}</div>}
                {hostKey !== null && <div className="soft small">The server’s key: {hostKey}</div>}
              </div>
            ),
          },
          {
            name: 'Latest',
            cell: ({ checkedDate, problem }) =>
              problem ?? (checkedDate === null ? 'Not tried yet' : `Arrived ${displayTime(checkedDate)}`),
            look: () => ({ className: 'words' }),
          },
          {
            ...{ name: 'Actions', isScreen: true },
            cell: ({ destinationId, name }) => (
              <div className="row wrap gap-8-12">
                <Button
                  variant="subtle"
                  size="xs"
                  aria-label={`Test ${name}`}
                  disabled={test.isPending}
                  onClick={() =>
                    test.mutate(destinationId, {
                      onSuccess: ({ message }) => notifyDone(message),
                      onError: ({ message }) => notifyDone(message),
                    })
                  }
                >
                  {test.isPending && test.variables === destinationId ? 'Testing …' : 'Test'}
                </Button>
                <Button
                  variant="subtle"
                  size="xs"
                  aria-label={`Remove ${name}`}
                  onClick={() => remove.mutate(destinationId)}
                >
                  Remove
                </Button>
              </div>
            ),
          },
        ]}
      />
    </div>
  );
}

type Field = 'name' | 'endpoint' | 'region' | 'bucket' | 'accessKeyId' | 'secret' | 'host' | 'port' | 'user' | 'folder';

const FIELDS: Record<'S3' | 'SFTP', readonly { field: Field; label: string; hint?: string }[]> = {
  S3: [
    { field: 'endpoint', label: 'Address of the store', hint: 'https://s3.eu-central-1.amazonaws.com' },
    { field: 'region', label: 'Region', hint: 'eu-central-1' },
    { field: 'bucket', label: 'Bucket' },
    { field: 'folder', label: 'Folder, if any' },
    { field: 'accessKeyId', label: 'Id of the access key' },
  ],
  SFTP: [
    { field: 'host', label: 'Server', hint: 'files.example.com' },
    { field: 'port', label: 'Port', hint: '22' },
    { field: 'user', label: 'User' },
    { field: 'folder', label: 'Folder, if any' },
  ],
};

/** What is said for fields that are left empty. */
const UNSAID: Partial<Record<Field, string>> = { region: 'us-east-1', port: '22' };

function NewDestinationDialog({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<'S3' | 'SFTP'>('S3');
  const [said, setSaid] = useState<Partial<Record<Field, string>>>({});
  const { form, errors, show, clear } = useFieldErrors<Field>();
  const create = useCreateDestination();
  const say = (field: Field) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setSaid((before) => ({ ...before, [field]: value }));
    clear();
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending) return;
    const values = Object.fromEntries(
      FIELDS[kind].map(({ field }) => [field, said[field]?.trim() || (UNSAID[field] ?? '')]),
    );
    const place = { kind, ...values, ...(kind === 'SFTP' && { port: Number(values.port) }) } as NewDestination['place'];
    create.mutate(
      { name: said.name ?? '', place, secret: said.secret ?? '' },
      {
        onSuccess: () => {
          onClose();
          notifyDone('Added. Test it before files go there.');
        },
        onError: (error) => {
          const details = 'details' in error ? (error.details as { field: string; message: string }[]) : [];
          const found = details.map(({ field, message }) => [field.replace(/^place\./, ''), message]);
          show(found.length > 0 ? Object.fromEntries(found) : { name: error.message });
        },
      },
    );
  }

  return (
    <FormDialog title="Add a destination" opened onClose={onClose}>
      <form ref={form} onSubmit={submit} noValidate aria-label="Destination">
        <NativeSelect
          label="Kind"
          data-autofocus
          value={kind}
          data={[
            { value: 'S3', label: 'A bucket (S3-compatible)' },
            { value: 'SFTP', label: 'A folder of a server (SFTP)' },
          ]}
          onChange={({ currentTarget: { value } }) => {
            setKind(value as typeof kind);
            clear();
          }}
        />
        <TextInput
          label="Name"
          name="name"
          autoComplete="off"
          maxLength={LIMITS.nameMaxLength}
          value={said.name ?? ''}
          error={errors.name}
          onChange={say('name')}
        />
        {FIELDS[kind].map(({ field, label, hint }) => (
          <TextInput
            key={field}
            label={label}
            name={field}
            autoComplete="off"
            placeholder={hint}
            value={said[field] ?? ''}
            error={errors[field]}
            onChange={say(field)}
          />
        ))}
        <PasswordInput
          label={kind === 'S3' ? 'Secret key' : 'Password, or nothing'}
          name="secret"
          description={
            kind === 'S3'
              ? 'Stored encrypted, and not shown again'
              : 'Without one, the portal makes a key for this server: its public part is shown, for the server to allow'
          }
          autoComplete="new-password"
          value={said.secret ?? ''}
          error={errors.secret}
          onChange={say('secret')}
        />
        <ActionButton type="submit" busy={create.isPending}>
          Add
        </ActionButton>
      </form>
    </FormDialog>
  );
}
