import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DeliveryView, WebhookView } from '@tidewaiter/contract';
import { useState } from 'react';
import { displayTime } from '../../format/dates.js';
import { ActionButton } from '../../ui/action-button.js';
import { Awaiting } from '../../ui/awaiting.js';
import { ListPages } from '../../ui/list-pages.js';
import { LoadFailure, Notice } from '../../ui/notice.js';
import { TitledModal } from '../../ui/titled-modal.js';
import classes from './profile.module.css';
import { deliveriesOf, LOG_PAGE, useReplay, useTestWebhook } from './webhook-calls.js';
import { deliveryInWords, eventInWords } from './webhook-words.js';

/** What was sent to a webhook, and the way to send it once more. */
export function WebhookLogDialog({ webhook, onClose }: { webhook: WebhookView | null; onClose: () => void }) {
  return (
    <TitledModal title="Webhook’s log" opened={webhook !== null} size="lg" bodyClass="dialog-body" onClose={onClose}>
      {webhook && <WebhookLog key={webhook.webhookId} webhook={webhook} />}
    </TitledModal>
  );
}

function WebhookLog({ webhook }: { webhook: WebhookView }) {
  const { webhookId, address, stopped } = webhook;
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useQuery({ ...deliveriesOf(webhookId, page), placeholderData: keepPreviousData });
  const test = useTestWebhook();
  const replay = useReplay();
  const told = replay.data ?? test.data;
  const refused = replay.error ?? test.error;

  function list() {
    if (!data) return error ? <LoadFailure error={error} onRetry={refetch} /> : <Awaiting shapes={[['table', 2]]} />;
    if (data.totalRecords === 0) return <p>Nothing has been sent in the last 30 days.</p>;
    return (
      <>
        <ul className="plainList grid gap-12" aria-label="Messages, newest first">
          {data.deliveryList.map((delivery) => (
            <LogEntry
              key={delivery.deliveryId}
              delivery={delivery}
              isReplaying={replay.isPending && replay.variables.deliveryId === delivery.deliveryId}
              onReplay={
                stopped === null && delivery.state !== 'WAITING'
                  ? () => {
                      test.reset();
                      replay.mutate({ webhookId, deliveryId: delivery.deliveryId });
                    }
                  : null
              }
            />
          ))}
        </ul>
        {data.totalRecords > LOG_PAGE && (
          <ListPages
            label="Pages of the log"
            page={page}
            pageSize={LOG_PAGE}
            total={data.totalRecords}
            onPage={setPage}
          />
        )}
      </>
    );
  }

  return (
    <div className="grid gap-16">
      <p className="anywhere">{address}</p>
      {told && !refused && <Notice kind="done">{told.message}</Notice>}
      {refused && <Notice kind="wrong">{refused.message}</Notice>}
      {list()}
      {stopped === null && (
        <div className="wrap gap-8">
          <ActionButton
            variant="default"
            busy={test.isPending}
            onClick={() => {
              replay.reset();
              setPage(0);
              test.mutate(webhookId);
            }}
          >
            Send a test message
          </ActionButton>
        </div>
      )}
    </div>
  );
}

interface LogEntryProps {
  delivery: DeliveryView;
  isReplaying: boolean;
  /** Null where it cannot be sent once more. */
  onReplay: (() => void) | null;
}

function LogEntry({ delivery, isReplaying, onReplay }: LogEntryProps) {
  const { event, createdDate, status, tookMs, body } = delivery;
  const when = displayTime(createdDate);
  return (
    <li>
      <div className={`spread wrap items-start gap-8-16 ${classes.entry}`}>
        <div>
          <strong className="medium">
            {eventInWords(event)}, {when}
          </strong>
          <p className={`small anywhere ${delivery.error === null ? 'soft' : 'mind'}`}>
            {deliveryInWords(delivery)}
            {status !== null && tookMs !== null && delivery.error === null && ` (${status} in ${tookMs} ms)`}
          </p>
        </div>
        {onReplay && (
          <ActionButton
            variant="default"
            size="xs"
            aria-label={`Send ${eventInWords(event)} of ${when} again`}
            busy={isReplaying}
            onClick={onReplay}
          >
            Send again
          </ActionButton>
        )}
      </div>
      <details className="small">
        <summary className="soft">Message</summary>
        <pre className={classes.message}>{JSON.stringify(JSON.parse(body), null, 2)}</pre>
      </details>
    </li>
  );
}
