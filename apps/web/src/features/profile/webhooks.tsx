import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { WebhookView } from '@tidewaiter/contract';
import { Awaiting } from '../../ui/awaiting.js';
import { LoadFailure, Notice } from '../../ui/notice.js';
import { Card } from '../../ui/page.js';
import classes from './profile.module.css';
import { useListActs } from './use-list-acts.js';
import { webhooks } from './webhook-calls.js';
import { EditWebhookDialog, NewWebhookDialog, RemoveWebhookDialog } from './webhook-dialogs.js';
import { WebhookLogDialog } from './webhook-log.js';
import { deliveryInWords, eventsInWords, STOPPED } from './webhook-words.js';

/** What somebody does with webhooks just now. */
type Act = { act: 'create' } | { act: 'edit' | 'remove' | 'log'; webhookId: string };

/** The addresses that are told of what happens, what became of the latest message to each, and the way to change them. */
export function Webhooks() {
  const { data, error, refetch } = useQuery(webhooks);
  const { doing, done, setDone, create, begin, close, changedRow } = useListActs<Act>();

  function list() {
    if (!data) return error ? <LoadFailure error={error} onRetry={refetch} /> : <Awaiting shapes={[['lines', 2]]} />;
    if (data.length === 0) return <p>You have no webhooks.</p>;
    return (
      <ul className="plainList grid gap-12" aria-label="Your webhooks">
        {data.map((webhook) => (
          <WebhookEntry
            key={webhook.webhookId}
            webhook={webhook}
            onAct={(act) => begin({ act, webhookId: webhook.webhookId })}
          />
        ))}
      </ul>
    );
  }

  const chosen = (act: 'edit' | 'remove' | 'log') =>
    (doing?.act === act && data?.find(({ webhookId }) => webhookId === doing.webhookId)) || null;
  return (
    <div className="all-columns">
      <Card title="Webhooks">
        <p className="soft">
          An address of your own program is told when an export is ready or new data comes, in messages that are signed.
        </p>
        {done !== null && <Notice kind="done">{done}</Notice>}
        {list()}
        <Button ref={create} variant="default" className="self-start" onClick={() => begin({ act: 'create' })}>
          New webhook
        </Button>
      </Card>
      <NewWebhookDialog opened={doing?.act === 'create'} onClose={close} />
      <EditWebhookDialog webhook={chosen('edit')} onClose={close} onDone={setDone} />
      <RemoveWebhookDialog webhook={chosen('remove')} onClose={close} onDone={changedRow} />
      <WebhookLogDialog webhook={chosen('log')} onClose={close} />
    </div>
  );
}

interface WebhookEntryProps {
  webhook: WebhookView;
  onAct: (act: 'edit' | 'remove' | 'log') => void;
}

const ACTS = [
  ['log', 'Log'],
  ['edit', 'Edit'],
  ['remove', 'Remove'],
] as const;

function WebhookEntry({ webhook, onAct }: WebhookEntryProps) {
  const { address, stopped, latest } = webhook;
  return (
    <li>
      <div className={`spread wrap items-start gap-8-16 ${classes.entry}`}>
        <div>
          <strong className="medium anywhere">{address}</strong>
          <p className="soft small anywhere">{eventsInWords(webhook)}</p>
          {stopped !== null ? (
            <p className="small mind">{STOPPED[stopped]}</p>
          ) : (
            <p className={`small anywhere ${latest?.error ? 'mind' : 'soft'}`}>
              {latest ? deliveryInWords(latest) : 'Nothing sent yet'}
            </p>
          )}
        </div>
        <div className="wrap gap-8">
          {ACTS.map(([act, word]) => (
            <Button key={act} variant="default" size="xs" aria-label={`${word}: ${address}`} onClick={() => onAct(act)}>
              {word}
            </Button>
          ))}
        </div>
      </div>
    </li>
  );
}
