import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { dayOf, displayDate, REPORT_LIMITS, type Report } from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { useFollow } from '../../search/following/following-calls.js';
import { reportCalls, useRefreshReports } from '../../search/reports/report-calls.js';
import { ActionButton } from '../../ui/action-button.js';
import { CopyLink } from '../../ui/copy-link.js';
import { Notice } from '../../ui/notice.js';
import { notifyDone } from '../../ui/notification.js';
import { FormDialog } from '../../ui/titled-modal.js';
import { queryOf } from './report-words.js';

/** For how long a link may lead to a report. */
const DAYS = [
  { value: '7', label: 'A week' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: String(REPORT_LIMITS.reportLinkDays), label: 'A year' },
];

/** Makes a link by which anybody reads a report, and ends the one that there is. */
export function ShareDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const { reportId, link } = report;
  const [days, setDays] = useState('30');
  const [note, setNote] = useState(link?.note ?? '');
  const refresh = useRefreshReports();
  const share = useMutation({
    mutationFn: () => reportCalls.shareReport({ reportId, days: Number(days), note }),
    onSuccess: refresh,
  });
  const end = useMutation({ mutationFn: () => reportCalls.unshareReport({ reportId }), onSuccess: refresh });
  const made = share.data && !end.isSuccess ? `${location.origin}/shared-report#${share.data.token}` : null;
  const failure = share.error ?? end.error;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!share.isPending) share.mutate();
  }

  return (
    <FormDialog title="Share or send" opened onClose={onClose}>
      <form onSubmit={submit} className="stack gap-16" aria-label="Link">
        <p className="readable">
          Whoever has the link reads the report as it is then, without signing in: its figures, the names in them and
          your words. Records are opened only by who may see them. Share what the terms of its sources let you pass on.
        </p>
        {failure && <Notice kind="wrong">{failure.message}</Notice>}
        {link && !made && (
          <Notice kind="mind">
            A link leads here until {displayDate(dayOf(new Date(link.endsDate)))}. A new one takes its place.
          </Notice>
        )}
        {made ? (
          <div className="row items-end gap-8">
            <TextInput className="flex-1" label="The link, which is shown this once" readOnly value={made} />
            <CopyLink address={made} />
          </div>
        ) : (
          <>
            <NativeSelect
              label="For"
              data={DAYS}
              value={days}
              onChange={({ currentTarget: { value } }) => setDays(value)}
            />
            <Textarea
              label="A word to whoever reads it (optional)"
              autosize
              minRows={2}
              maxLength={REPORT_LIMITS.reportNote}
              value={note}
              onChange={({ currentTarget: { value } }) => setNote(value)}
            />
          </>
        )}
        <div className="row wrap gap-8">
          {!made && (
            <ActionButton type="submit" busy={share.isPending}>
              Make the link
            </ActionButton>
          )}
          {(link || made) && (
            <ActionButton
              variant="default"
              busy={end.isPending}
              onClick={() => end.mutate(undefined, { onSuccess: onClose })}
            >
              End the link
            </ActionButton>
          )}
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </div>
      </form>
      <SendMonthly report={report} onSent={onClose} />
    </FormDialog>
  );
}

/** Has a report sent to its reader each month: it is one of the things that they follow. */
function SendMonthly({ report: { reportId, name, blocks }, onSent }: { report: Report; onSent: () => void }) {
  const follow = useFollow();
  const figures = blocks.find((block) => block.kind === 'FIGURES');
  if (!figures) return null;
  const send = () =>
    follow.mutate(
      {
        ...{ reportId, name, query: queryOf(figures), trigger: 'MONTHLY', deliveries: ['REPORT'], signals: [] },
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
      {
        onSuccess: () => {
          onSent();
          notifyDone('It comes by mail on the first of each month. Following says when, and ends it.');
        },
      },
    );
  return (
    <section className="stack gap-12 mt-24" aria-label="By mail">
      <p className="readable">
        It can also come to you by mail on the first of each month, computed anew on the newest data, which takes the
        place of these figures and costs what its questions cost then.
      </p>
      {follow.error && <Notice kind="wrong">{follow.error.message}</Notice>}
      <ActionButton variant="default" className="self-start" busy={follow.isPending} onClick={send}>
        Send it to me monthly
      </ActionButton>
    </section>
  );
}
