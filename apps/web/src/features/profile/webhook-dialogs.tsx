import { Checkbox, Switch, TextInput } from '@mantine/core';
import { MESSAGES, WEBHOOK_EVENTS, type WebhookEvent, type WebhookView } from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { ActionButton } from '../../ui/action-button.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { Notice, Refusal } from '../../ui/notice.js';
import { SecretDialog } from '../../ui/secret-dialog.js';
import { FormDialog } from '../../ui/titled-modal.js';
import { useChangeWebhook, useCreateWebhook, useRemoveWebhook, useRenewSecret } from './webhook-calls.js';
import { EVENTS } from './webhook-words.js';

const SAYS = 'Whoever has it can sign messages that seem to come from here.';

const FIELDS = ['address', 'events'] as const;

interface Draft {
  address: string;
  events: WebhookEvent[];
}

/** What a webhook is: where, and told of what. */
function useWebhookDraft(begun: Draft) {
  const [draft, setDraft] = useState(begun);
  const { form, errors, show, clear, refuse, besides } = useFieldErrors(FIELDS);

  function edit(part: Partial<Draft>) {
    setDraft((before) => ({ ...before, ...part }));
    clear();
  }

  /** Whether something is missing, which is then said. */
  const isIncomplete = () =>
    show({
      ...(draft.address.trim() === '' && { address: MESSAGES.enterWebhookAddress }),
      ...(draft.events.length === 0 && { events: MESSAGES.chooseEvent }),
    });

  const fields = (
    <>
      <TextInput
        label="Address"
        description="Of your program: messages are posted there, in JSON"
        name="webhookAddress"
        type="url"
        autoComplete="off"
        placeholder="https://"
        data-autofocus
        value={draft.address}
        error={errors.address}
        onChange={({ currentTarget: { value } }) => edit({ address: value })}
      />
      <Checkbox.Group
        label="Events"
        value={draft.events}
        error={errors.events}
        onChange={(chosen) => edit({ events: WEBHOOK_EVENTS.filter((event) => chosen.includes(event)) })}
      >
        <div className="grid gap-8 mt-8">
          {WEBHOOK_EVENTS.map((event) => (
            <Checkbox key={event} value={event} label={EVENTS[event].word} description={EVENTS[event].says} />
          ))}
        </div>
      </Checkbox.Group>
    </>
  );
  return { draft, form, fields, isIncomplete, refuse, besides };
}

/** Adds a webhook, and shows its secret, once. */
export function NewWebhookDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <SecretDialog
      titles={['New webhook', 'Your webhook’s secret']}
      opened={opened}
      secret={{ name: 'Secret', says: SAYS }}
      onClose={onClose}
    >
      {(onMade) => <NewWebhookForm onMade={onMade} />}
    </SecretDialog>
  );
}

function NewWebhookForm({ onMade }: { onMade: (secret: string) => void }) {
  const { draft, form, fields, isIncomplete, refuse, besides } = useWebhookDraft({
    address: '',
    events: ['export.ready'],
  });
  const create = useCreateWebhook();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending || isIncomplete()) return;
    create.mutate(draft, { onSuccess: ({ secret }) => onMade(secret), onError: refuse });
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="New webhook">
      {fields}
      <Refusal says={besides(create.error)} />
      <ActionButton type="submit" busy={create.isPending}>
        Add webhook
      </ActionButton>
    </form>
  );
}

interface ChangeWebhookProps {
  /** The webhook that is changed; null keeps the dialog closed. */
  webhook: WebhookView | null;
  onClose: () => void;
  onDone: (message: string) => void;
}

export function EditWebhookDialog({ webhook, onClose, onDone }: ChangeWebhookProps) {
  return (
    <SecretDialog
      titles={['Edit webhook', 'Your webhook’s new secret']}
      opened={webhook !== null}
      secret={{ name: 'Secret', says: `${SAYS} The one before signs beside it for 24 hours.` }}
      onClose={onClose}
    >
      {(onRenewed, close) =>
        webhook && (
          <EditWebhookForm
            key={webhook.webhookId}
            webhook={webhook}
            onRenewed={onRenewed}
            onDone={(message) => {
              close();
              onDone(message);
            }}
          />
        )
      }
    </SecretDialog>
  );
}

interface EditWebhookFormProps {
  webhook: WebhookView;
  onRenewed: (secret: string) => void;
  onDone: (message: string) => void;
}

function EditWebhookForm({ webhook, onRenewed, onDone }: EditWebhookFormProps) {
  const { webhookId, address, events, stopped } = webhook;
  const { draft, form, fields, isIncomplete, refuse, besides } = useWebhookDraft({ address, events });
  const [isOn, setIsOn] = useState(stopped === null);
  const change = useChangeWebhook();
  const renew = useRenewSecret();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending || isIncomplete()) return;
    change.mutate({ webhookId, ...draft, isOn }, { onSuccess: ({ message }) => onDone(message), onError: refuse });
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Edit webhook">
      {fields}
      <Switch
        label="On"
        description="While it is off nothing is sent, and what happens then is not sent later"
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => setIsOn(checked)}
      />
      <Refusal says={besides(change.error ?? renew.error)} />
      <div className="wrap gap-8">
        <ActionButton type="submit" busy={change.isPending}>
          Save
        </ActionButton>
        <ActionButton
          variant="default"
          busy={renew.isPending}
          onClick={() => renew.mutate(webhookId, { onSuccess: ({ secret }) => onRenewed(secret) })}
        >
          Make a new secret
        </ActionButton>
      </div>
    </form>
  );
}

export function RemoveWebhookDialog({ webhook, onClose, onDone }: ChangeWebhookProps) {
  const remove = useRemoveWebhook();
  const close = () => {
    remove.reset();
    onClose();
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!webhook || remove.isPending) return;
    remove.mutate(webhook.webhookId, {
      onSuccess: ({ message }) => {
        close();
        onDone(message);
      },
    });
  }

  return (
    <FormDialog title="Remove webhook" opened={webhook !== null} onClose={close}>
      {webhook && (
        <form aria-label="Remove webhook" onSubmit={submit}>
          <p>
            <strong>{webhook.address}</strong> gets no more messages, and its log is deleted. This cannot be undone.
          </p>
          {remove.isError && <Notice kind="wrong">{remove.error.message}</Notice>}
          <ActionButton type="submit" busy={remove.isPending}>
            Remove
          </ActionButton>
        </form>
      )}
    </FormDialog>
  );
}
