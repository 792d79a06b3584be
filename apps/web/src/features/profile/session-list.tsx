import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Endpoints, ResponseOf } from '@tidewaiter/contract';
import { useRef } from 'react';
import { displayTime } from '../../format/dates.js';
import { client } from '../../session/client.js';
import { ActionButton } from '../../ui/action-button.js';
import { Awaiting } from '../../ui/awaiting.js';
import { LoadFailure, Notice } from '../../ui/notice.js';

type OpenSession = ResponseOf<Endpoints['sessionList']>['sessionList'][number];

/** The sessions of the person, this one first. */
export const openSessions = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => {
    const { sessionList } = await client.sessionList({}, { signal });
    return sessionList.toSorted((a, b) => Number(b.current) - Number(a.current));
  },
});

/** Where the person is signed in, with a way to end each session and all others. This one ends by logging out. */
export function SessionList() {
  const { data, error, refetch } = useQuery(openSessions);
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const end = useMutation({
    /** A session, or all others. */
    mutationFn: (sessionId: string | null) =>
      sessionId === null ? client.endOtherSessions({}) : client.endSession({}, { params: { sessionId } }),
    // The button that was pressed goes with its session; the focus goes to what it stood under.
    onSuccess: () => heading.current?.focus(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: openSessions.queryKey }),
  });

  function content() {
    if (!data) {
      return error ? <LoadFailure error={error} onRetry={refetch} /> : <Awaiting shapes={[['lines', 2]]} />;
    }
    return (
      <ul className="plainList grid gap-12">
        {data.map((session) => (
          <li key={session.sessionId} className="spread items-start gap-16">
            <SessionText session={session} />
            {!session.current && (
              <ActionButton
                variant="default"
                size="xs"
                aria-label={`End the session of ${displayTime(session.createdDate)}${session.device ? `, ${session.device}` : ''}`}
                busy={end.isPending && end.variables === session.sessionId}
                onClick={() => end.mutate(session.sessionId)}
              >
                End
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    );
  }

  return (
    <section className="grid gap-12 divided" aria-labelledby="sessions">
      <h3 id="sessions" className="text strong" ref={heading} tabIndex={-1}>
        Where you are signed in
      </h3>
      {content()}
      {end.isSuccess && <Notice kind="done">{end.data.message}</Notice>}
      {end.isError && <Notice kind="wrong">{end.error.message}</Notice>}
      {data && data.length > 1 && (
        <ActionButton
          variant="default"
          className="self-start"
          busy={end.isPending && end.variables === null}
          onClick={() => end.mutate(null)}
        >
          End all other sessions
        </ActionButton>
      )}
    </section>
  );
}

function SessionText({ session }: { session: OpenSession }) {
  const { current, createdDate, lastSeenDate, ipaddress, device, kept } = session;
  return (
    <div>
      <strong>{current ? `This session${device ? `, ${device}` : ''}` : (device ?? 'Unknown device')}</strong>
      <p className="soft small anywhere">
        {!current && `Last used ${displayTime(lastSeenDate)}, signed`}
        {current && 'Signed'} in {displayTime(createdDate)} from {ipaddress}
        {kept && ', kept logged in'}
      </p>
    </div>
  );
}
