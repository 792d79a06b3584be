import { TextInput } from '@mantine/core';
import { type ApiKeyView, LIMITS, MESSAGES } from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { parsePoints } from '../../format/numbers.js';
import { ActionButton } from '../../ui/action-button.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { Notice } from '../../ui/notice.js';
import { FormDialog } from '../../ui/titled-modal.js';
import { useChangeKey, useRevokeKey } from './key-calls.js';
import { issuerOf } from './key-words.js';

interface ChangeKeyProps {
  /** The key that is changed; null keeps the dialog closed. */
  apiKey: ApiKeyView | null;
  userId: number;
  onClose: () => void;
  onDone: (message: string) => void;
}

interface EditKeyProps extends ChangeKeyProps {
  /** A main account limits keys. */
  owns: boolean;
}

export function EditKeyDialog({ apiKey, userId, owns, onClose, onDone }: EditKeyProps) {
  return (
    <FormDialog
      title={apiKey?.connection ? 'Edit connection' : 'Edit API key'}
      opened={apiKey !== null}
      onClose={onClose}
    >
      {apiKey && (
        <EditForm
          key={apiKey.keyId}
          {...{ apiKey, owns, isOwn: apiKey.userid === userId }}
          onDone={(message) => {
            onClose();
            onDone(`${apiKey.name}: ${message}`);
          }}
        />
      )}
    </FormDialog>
  );
}

/** A limit as it is typed: nothing for none. */
const typedLimit = (limit: number | null) => (limit === null ? '' : String(limit));

/** Undefined for what is no figure. */
function readLimit(typed: string): number | null | undefined {
  return typed.trim() === '' ? null : (parsePoints(typed) ?? undefined);
}

interface EditFormProps {
  apiKey: ApiKeyView;
  owns: boolean;
  /** Its name is its person's to choose. */
  isOwn: boolean;
  onDone: (message: string) => void;
}

function EditForm({ apiKey, owns, isOwn, onDone }: EditFormProps) {
  const { keyId, personName, name: named, searchLimit, pointLimit } = apiKey;
  const [draft, setDraft] = useState({
    name: named,
    searches: typedLimit(searchLimit),
    points: typedLimit(pointLimit),
  });
  const { form, errors, show, clear } = useFieldErrors<keyof typeof draft>();
  const change = useChangeKey();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending) return;
    const [searches, points] = [readLimit(draft.searches), readLimit(draft.points)];
    const name = draft.name.trim();
    const wrong = {
      ...(name === '' && { name: MESSAGES.enterKeyName }),
      ...(searches === undefined && { searches: MESSAGES.notFigure }),
      ...(points === undefined && { points: MESSAGES.notFigure }),
    };
    if (show(wrong) || searches === undefined || points === undefined) return;
    change.mutate(
      { keyId, ...(isOwn && { name }), ...(owns && { limits: { searches, points } }) },
      { onSuccess: ({ message }) => onDone(message) },
    );
  }

  const field = (part: keyof typeof draft) => ({
    name: part,
    autoComplete: 'off',
    value: draft[part],
    error: errors[part],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setDraft((before) => ({ ...before, [part]: value }));
      clear();
    },
  });
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label={apiKey.connection ? 'Edit connection' : 'Edit API key'}>
      {isOwn ? (
        <TextInput label="Name" maxLength={LIMITS.nameMaxLength} data-autofocus {...field('name')} />
      ) : (
        <p className="soft">
          {named}, {apiKey.connection ? 'a connection' : 'a key'} of {personName}.
        </p>
      )}
      {owns && (
        <>
          <TextInput
            label="Searches in a calendar month"
            description="Empty: as many as there are"
            inputMode="numeric"
            {...field('searches')}
          />
          <TextInput
            label="Download points in a calendar month"
            description="Empty: as many as there are"
            inputMode="numeric"
            {...field('points')}
          />
        </>
      )}
      {change.isError && <Notice kind="wrong">{change.error.message}</Notice>}
      <ActionButton type="submit" busy={change.isPending}>
        Save
      </ActionButton>
    </form>
  );
}

export function RevokeKeyDialog({ apiKey, userId, onClose, onDone }: ChangeKeyProps) {
  const revoke = useRevokeKey();
  return (
    <FormDialog
      title={apiKey?.connection ? 'Revoke connection' : 'Revoke API key'}
      opened={apiKey !== null}
      onClose={() => {
        revoke.reset();
        onClose();
      }}
    >
      {apiKey && (
        <form
          aria-label={apiKey.connection ? 'Revoke connection' : 'Revoke API key'}
          onSubmit={(event) => {
            event.preventDefault();
            if (revoke.isPending) return;
            revoke.mutate(apiKey.keyId, {
              onSuccess: ({ message }) => {
                onClose();
                onDone(`${apiKey.name}: ${message}`);
              },
            });
          }}
        >
          {apiKey.connection ? (
            <p>
              <strong>{apiKey.name}</strong>, a connection by {issuerOf(apiKey.connection)}
              {apiKey.userid !== userId && ` of ${apiKey.personName}`}, is refused from now on, whatever tokens it gets,
              until its person allows it again here.
            </p>
          ) : (
            <p>
              Programs that use <strong>{apiKey.name}</strong> ({apiKey.prefix}…
              {apiKey.userid !== userId && `, of ${apiKey.personName}`}) are refused from now on. This cannot be undone.
            </p>
          )}
          {revoke.isError && <Notice kind="wrong">{revoke.error.message}</Notice>}
          <ActionButton type="submit" busy={revoke.isPending}>
            Revoke
          </ActionButton>
        </form>
      )}
    </FormDialog>
  );
}
