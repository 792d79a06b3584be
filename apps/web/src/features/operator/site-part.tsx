import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '@tidewaiter/contract';
import { useState } from 'react';
import { displayTime } from '../../format/dates.js';
import { client } from '../../session/client.js';
import { ActionButton } from '../../ui/action-button.js';
import { Notice } from '../../ui/notice.js';
import { Card } from '../../ui/page.js';
import { Listed } from './listed.js';
import { siteState, useAct } from './operator-calls.js';
import { operatorClient } from './operator-client.js';

const USUAL = 'We are working on the portal and will be back soon.';

/** Whether the site is open, and what everybody reads on their dashboard. */
export function SitePart() {
  const found = useQuery(siteState);
  return (
    <div className="stack gap-16">
      <Card title="Site">
        <Listed found={found}>{(site) => <Site key={String(site.maintenance)} {...site} />}</Listed>
      </Card>
      <Card title="Notices">
        <Notices />
      </Card>
    </div>
  );
}

function Site({ maintenance, message: said }: { maintenance: boolean; message: string }) {
  const [message, setMessage] = useState(said || USUAL);
  const set = useAct(operatorClient.setSite);
  return (
    <div className="fields">
      <p>{maintenance ? `Closed: “${said}”` : 'Open.'}</p>
      {set.isSuccess && <Notice kind="done">{set.data.message}</Notice>}
      {set.isError && <Notice kind="wrong">{set.error.message}</Notice>}
      {!maintenance && (
        <TextInput
          label="What visitors read while it is closed"
          maxLength={LIMITS.noticeMaxLength}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
      )}
      <ActionButton
        variant="default"
        className="self-start"
        busy={set.isPending}
        onClick={() => set.mutate({ maintenance: !maintenance, message: maintenance ? '' : message })}
      >
        {maintenance ? 'Open the site' : 'Close the site'}
      </ActionButton>
    </div>
  );
}

function Notices() {
  const found = useQuery({
    queryKey: ['operator', 'notices'],
    queryFn: ({ signal }) => client.noticeList({ pageNumber: 0, numberOfRecords: LIMITS.notices }, { signal }),
  });
  const [value, setValue] = useState({ title: '', body: '' });
  const add = useAct(operatorClient.addNotice);
  const remove = useAct((notice: string) => operatorClient.removeNotice({}, { params: { notice } }));
  const failed = add.error ?? remove.error;
  return (
    <div className="fields">
      <Listed found={found}>
        {({ noticeList }) => (
          <ul className="plainList grid gap-8">
            {noticeList.length === 0 && <li>No notices just now.</li>}
            {noticeList.map(({ id, title, createdDate }) => (
              <li key={id} className="wrap items-center gap-4-16">
                <strong>{title}</strong> <span className="soft">{displayTime(createdDate)}</span>
                <ActionButton
                  variant="default"
                  size="xs"
                  aria-label={`Remove ${title}`}
                  busy={remove.isPending && remove.variables === id}
                  onClick={() => remove.mutate(id)}
                >
                  Remove
                </ActionButton>
              </li>
            ))}
          </ul>
        )}
      </Listed>
      <form
        className="fields"
        aria-label="Notice"
        onSubmit={(event) => {
          event.preventDefault();
          if (!add.isPending) add.mutate(value, { onSuccess: () => setValue({ title: '', body: '' }) });
        }}
      >
        <TextInput
          label="New notice"
          description="What it is about, in a line"
          maxLength={LIMITS.nameMaxLength}
          value={value.title}
          onChange={(event) => setValue({ ...value, title: event.currentTarget.value })}
        />
        <Textarea
          label="What it says"
          autosize
          minRows={3}
          maxLength={LIMITS.noticeMaxLength}
          value={value.body}
          onChange={(event) => setValue({ ...value, body: event.currentTarget.value })}
        />
        {failed && <Notice kind="wrong">{failed.message}</Notice>}
        {add.isSuccess && value.title === '' && <Notice kind="done">{add.data.message}</Notice>}
        <ActionButton type="submit" busy={add.isPending}>
          Tell everybody
        </ActionButton>
      </form>
    </div>
  );
}
