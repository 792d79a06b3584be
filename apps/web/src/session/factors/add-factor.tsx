import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LIMITS, MESSAGES } from '@tidewaiter/contract';
import { type FormEvent, useRef, useState } from 'react';
import { renderSVG } from 'uqr';
import { ActionButton } from '../../ui/action-button.js';
import { Held } from '../../ui/awaiting.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { LoadFailure, Notice, Refusal } from '../../ui/notice.js';
import { SecretDialog } from '../../ui/secret-dialog.js';
import { newApp, ownFactors, useAddApp, useAddPasskey } from './factor-calls.js';
import classes from './factors.module.css';

const RECOVERY = {
  name: 'Recovery codes',
  says: 'Each signs you in once where your phone or passkey is not at hand. Keep them where you keep what must not be lost.',
};

/** Adds an app or a passkey. */
export function AddFactor({ onAdded }: { onAdded: (message: string) => void }) {
  const { data } = useQuery(ownFactors);
  const [adding, setAdding] = useState<'app' | 'passkey' | null>(null);
  /** What is said once the dialog is closed: with a first factor it shows recovery codes before. */
  const said = useRef<string | null>(null);

  function close() {
    setAdding(null);
    if (said.current !== null) onAdded(said.current);
    said.current = null;
  }

  function added(onMade: (codes: string) => void, closeDialog: () => void) {
    return ({ message, recoveryCodes }: { message: string; recoveryCodes?: string[] | undefined }) => {
      said.current = message;
      if (recoveryCodes) onMade(recoveryCodes.join('\n'));
      else closeDialog();
    };
  }

  return (
    <div className="wrap gap-8">
      <Button variant="default" onClick={() => setAdding('app')}>
        Add an app
      </Button>
      {data?.passkeys && 'PublicKeyCredential' in window && (
        <Button variant="default" onClick={() => setAdding('passkey')}>
          Add a passkey
        </Button>
      )}
      <SecretDialog
        titles={['Add an app', 'Your recovery codes']}
        opened={adding === 'app'}
        secret={RECOVERY}
        onClose={close}
      >
        {(onMade, closeDialog) => <AppForm onAdded={added(onMade, closeDialog)} />}
      </SecretDialog>
      <SecretDialog
        titles={['Add a passkey', 'Your recovery codes']}
        opened={adding === 'passkey'}
        secret={RECOVERY}
        onClose={close}
      >
        {(onMade, closeDialog) => <PasskeyForm onAdded={added(onMade, closeDialog)} />}
      </SecretDialog>
    </div>
  );
}

type Added = { message: string; recoveryCodes?: string[] | undefined };

interface FormProps {
  onAdded: (added: Added) => void;
}

const FIELDS = ['code', 'name'] as const;

/** The QR code and the secret of a new app, and the code that it then shows. */
function AppForm({ onAdded }: FormProps) {
  const app = useQuery({
    queryKey: ['new-app'],
    queryFn: newApp,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const [value, setValue] = useState({ code: '', name: 'Phone' });
  const { form, errors, show, clear, refuse, besides } = useFieldErrors(FIELDS, { FACTOR_REFUSED: 'code' });
  const add = useAddApp();
  if (!app.data) return app.error ? <LoadFailure error={app.error} onRetry={app.refetch} /> : <Held height={360} />;
  const { challengeId, secret, uri } = app.data;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (add.isPending) return;
    const missing = {
      ...(value.name.trim() === '' && { name: MESSAGES.enterFactorName }),
      ...(value.code.trim() === '' && { code: MESSAGES.enterFactorCode }),
    };
    if (show(missing)) return;
    add.mutate({ challengeId, ...value }, { onSuccess: onAdded, onError: refuse });
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Add an app">
      <p>
        Open an app for one-time codes on your phone, one that you have or any of the many there are, and let it read
        this picture.
      </p>
      <div className={`wrap items-center gap-8-24 ${classes.picture}`}>
        <QrCode text={uri} />
        <p className="soft">
          Or type this key:
          <code className="block ink">{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
      </div>
      <NameField value={value.name} error={errors.name} onChange={(name) => setValue({ ...value, name })} />
      <TextInput
        label="Code"
        description="The six digits that the app shows now"
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        data-autofocus
        value={value.code}
        error={errors.code}
        onChange={({ currentTarget: { value: code } }) => {
          setValue({ ...value, code });
          clear();
        }}
      />
      <Refusal says={besides(add.error)} />
      <ActionButton type="submit" busy={add.isPending}>
        Add
      </ActionButton>
    </form>
  );
}

/** Black on white in both looks: cameras read nothing else. */
function QrCode({ text }: { text: string }) {
  const svg = renderSVG(text, { border: 2, whiteColor: '#fff', blackColor: '#000' });
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt="The key as a QR code"
      width={180}
      height={180}
      className="edged rounded-4"
    />
  );
}

function PasskeyForm({ onAdded }: FormProps) {
  const [name, setName] = useState('');
  const [missing, setMissing] = useState<string>();
  const add = useAddPasskey();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (add.isPending) return;
    if (name.trim() === '') return setMissing(MESSAGES.enterFactorName);
    add.mutate(name, { onSuccess: onAdded });
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Add a passkey">
      <p>
        A passkey signs you in by itself: with your finger, your face or the PIN of this device, a phone or a security
        key. It works at this address alone, so no other page can ask for it.
      </p>
      <NameField
        value={name}
        error={missing}
        autofocus
        onChange={(text) => {
          setName(text);
          setMissing(undefined);
        }}
      />
      {add.isError && <Notice kind="wrong">{add.error.message}</Notice>}
      <ActionButton type="submit" busy={add.isPending}>
        Go on
      </ActionButton>
    </form>
  );
}

interface NameFieldProps {
  value: string;
  error: string | undefined;
  autofocus?: boolean;
  onChange: (name: string) => void;
}

function NameField({ value, error, autofocus, onChange }: NameFieldProps) {
  return (
    <TextInput
      label="Name"
      description="By which you will know it, for instance Phone, or Laptop at work"
      name="factorName"
      autoComplete="off"
      maxLength={LIMITS.nameMaxLength}
      data-autofocus={autofocus}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
