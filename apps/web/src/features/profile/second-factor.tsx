import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Endpoints, ResponseOf } from '@tidewaiter/contract';
import { useRef, useState } from 'react';
import { displayTime } from '../../format/dates.js';
import { formatCount } from '../../format/numbers.js';
import { AddFactor } from '../../session/factors/add-factor.js';
import { ownFactors, useNewRecoveryCodes, useRemoveFactor } from '../../session/factors/factor-calls.js';
import { ActionButton } from '../../ui/action-button.js';
import { Awaiting } from '../../ui/awaiting.js';
import { LoadFailure, Notice } from '../../ui/notice.js';
import { SecretDialog } from '../../ui/secret-dialog.js';

type Own = ResponseOf<Endpoints['factorList']>;

/** What a person shows beside their password: apps, passkeys, recovery codes. */
export function SecondFactor() {
  const { data, error, refetch } = useQuery(ownFactors);
  const [done, setDone] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  /** What was removed took its button away. */
  function changed(message: string) {
    setDone(message);
    heading.current?.focus();
  }

  return (
    <section className="grid gap-12 divided" aria-labelledby="second-factor">
      <h3 id="second-factor" className="text strong" ref={heading} tabIndex={-1}>
        Second factor
      </h3>
      <p className="soft">
        With one, nobody signs in by your password alone. A passkey signs you in by itself.
        {data?.demandedBy === 'OWNER' && ' Your account asks everybody for one.'}
        {data?.demandedBy === 'OPERATOR' && ' Who runs this portal asks for one.'}
      </p>
      {done !== null && <Notice kind="done">{done}</Notice>}
      {data && <Factors factors={data.factorList} onRemoved={changed} />}
      {!data && (error ? <LoadFailure error={error} onRetry={refetch} /> : <Awaiting shapes={[['lines', 2]]} />)}
      <AddFactor onAdded={setDone} />
      {data && data.factorList.length > 0 && <RecoveryCodes left={data.recoveryCodesLeft} />}
    </section>
  );
}

const KINDS: Record<Own['factorList'][number]['kind'], string> = { APP: 'App', PASSKEY: 'Passkey' };

function Factors({ factors, onRemoved }: { factors: Own['factorList']; onRemoved: (message: string) => void }) {
  const remove = useRemoveFactor();
  if (factors.length === 0) return null;
  return (
    <>
      <ul className="plainList grid gap-12">
        {factors.map(({ factorId, kind, name, createdDate, lastUsedDate }) => (
          <li key={factorId} className="spread items-start gap-16">
            <div>
              <strong>{name}</strong>
              <p className="soft small anywhere">
                {KINDS[kind]}, added {displayTime(createdDate)}
                {lastUsedDate !== null && `, last used ${displayTime(lastUsedDate)}`}
              </p>
            </div>
            <ActionButton
              variant="default"
              size="xs"
              aria-label={`Remove ${name}`}
              busy={remove.isPending && remove.variables === factorId}
              onClick={() => remove.mutate(factorId, { onSuccess: ({ message }) => onRemoved(message) })}
            >
              Remove
            </ActionButton>
          </li>
        ))}
      </ul>
      {remove.isError && <Notice kind="wrong">{remove.error.message}</Notice>}
    </>
  );
}

function RecoveryCodes({ left }: { left: number }) {
  const [opened, setOpened] = useState(false);
  const make = useNewRecoveryCodes();
  return (
    <div className="spread items-start gap-16">
      <p className="soft small">
        {left === 1 ? 'One recovery code is left.' : `${formatCount(left)} recovery codes are left.`}
      </p>
      <Button variant="default" size="xs" onClick={() => setOpened(true)}>
        New recovery codes
      </Button>
      <SecretDialog
        titles={['New recovery codes', 'Your recovery codes']}
        opened={opened}
        secret={{
          name: 'Recovery codes',
          says: 'Each signs you in once. Those that you had before open nothing any more.',
        }}
        onClose={() => setOpened(false)}
      >
        {(onMade) => (
          <>
            <p>They take the place of those that you have now.</p>
            {make.isError && <Notice kind="wrong">{make.error.message}</Notice>}
            <ActionButton
              data-autofocus
              busy={make.isPending}
              onClick={() =>
                make.mutate(undefined, { onSuccess: ({ recoveryCodes }) => onMade(recoveryCodes.join('\n')) })
              }
            >
              Make codes
            </ActionButton>
          </>
        )}
      </SecretDialog>
    </div>
  );
}
