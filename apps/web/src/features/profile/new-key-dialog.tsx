import '@mantine/dates/styles.layer.css';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { addDays, dayOf, displayDate, KEY_SCOPES, type KeyScope, LIMITS, MESSAGES } from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { ActionButton } from '../../ui/action-button.js';
import { DayInput } from '../../ui/day-input.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { Refusal } from '../../ui/notice.js';
import { SecretDialog } from '../../ui/secret-dialog.js';
import { useCreateKey } from './key-calls.js';
import { SCOPES } from './key-words.js';

/** What is proposed: long enough to be of use, and a leaked key that was forgotten ends by itself. */
const USUAL_DAYS = 90;

interface NewKeyDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Makes a key, and shows it, once. */
export function NewKeyDialog({ opened, onClose }: NewKeyDialogProps) {
  return (
    <SecretDialog
      titles={['New API key', 'Your new API key']}
      opened={opened}
      secret={{ name: 'API key', says: 'Whoever has it does what you may within its scopes.' }}
      onClose={onClose}
    >
      {(onMade) => <NewKeyForm onMade={onMade} />}
    </SecretDialog>
  );
}

type Draft = { name: string; scopes: KeyScope[]; expiry: 'USUAL' | 'DAY' | 'NEVER'; day: string | null };

const FIELDS = ['name', 'scopes', 'expiresOn'] as const;

function NewKeyForm({ onMade }: { onMade: (text: string) => void }) {
  const today = dayOf(new Date());
  const usual = addDays(today, USUAL_DAYS);
  const [draft, setDraft] = useState<Draft>({ name: '', scopes: ['search'], expiry: 'USUAL', day: usual });
  const { form, errors, show, clear, refuse, besides } = useFieldErrors(FIELDS);
  const create = useCreateKey();

  function edit(part: Partial<Draft>) {
    setDraft((before) => ({ ...before, ...part }));
    clear();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending) return;
    const { name, scopes, expiry, day } = draft;
    const missing = {
      ...(name.trim() === '' && { name: MESSAGES.enterKeyName }),
      ...(scopes.length === 0 && { scopes: MESSAGES.chooseScope }),
      ...(expiry === 'DAY' && day === null && { expiresOn: MESSAGES.fieldRequired }),
    };
    if (show(missing)) return;
    const expiresOn = { USUAL: usual, DAY: day, NEVER: null }[expiry];
    create.mutate({ name, scopes, expiresOn }, { onSuccess: ({ key }) => onMade(key), onError: refuse });
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="New API key">
      <TextInput
        label="Name"
        description="What it is for"
        name="keyName"
        autoComplete="off"
        maxLength={LIMITS.nameMaxLength}
        data-autofocus
        value={draft.name}
        error={errors.name}
        onChange={({ currentTarget: { value } }) => edit({ name: value })}
      />
      <Checkbox.Group
        label="What it may do"
        value={draft.scopes}
        error={errors.scopes}
        onChange={(chosen) => edit({ scopes: KEY_SCOPES.filter((scope) => chosen.includes(scope)) })}
      >
        <div className="grid gap-8 mt-8">
          {KEY_SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={SCOPES[scope].word} description={SCOPES[scope].says} />
          ))}
        </div>
      </Checkbox.Group>
      <NativeSelect
        label="Expires"
        data={[
          { value: 'USUAL', label: `In ${USUAL_DAYS} days: ${displayDate(usual)}` },
          { value: 'DAY', label: 'On a day of your choice' },
          { value: 'NEVER', label: 'Never' },
        ]}
        value={draft.expiry}
        onChange={({ currentTarget: { value } }) => edit({ expiry: value as Draft['expiry'] })}
      />
      {draft.expiry === 'DAY' && (
        <DayInput
          label="Last day, in universal time"
          minDate={today}
          value={draft.day}
          error={errors.expiresOn}
          onChange={(day) => edit({ day })}
        />
      )}
      <Refusal says={besides(create.error)} />
      <ActionButton type="submit" busy={create.isPending}>
        Make key
      </ActionButton>
    </form>
  );
}
