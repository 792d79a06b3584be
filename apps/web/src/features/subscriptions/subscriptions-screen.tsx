import { Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MESSAGES } from '@tidewaiter/contract';
import { useSession } from '../../session/use-session.js';
import { useSubscription } from '../../session/use-subscription.js';
import { LoadFailure } from '../../ui/load-failure.js';
import { Notice } from '../../ui/notice.js';
import { Card, Page } from '../../ui/page.js';
import { ActiveSubscription } from './active-subscription.js';
import { LedgerTable } from './ledger-table.js';

/** The subscription that a person uses and what is left of it; for a main account also what became of it. */
export function SubscriptionsScreen() {
  const { user } = useSession();
  const { data, error, refetch } = useSubscription();
  const owns = user?.uplineId === 0;

  function subscription() {
    if (data === null) return <Notice kind="mind">{MESSAGES.noSubscription}</Notice>;
    if (data) return <ActiveSubscription subscription={data} />;
    return error ? <LoadFailure error={error} onRetry={refetch} /> : <Skeleton height={160} aria-hidden="true" />;
  }

  return (
    <Page
      title="Subsciptions"
      lead={owns ? undefined : 'You use the subscription of your main account.'}
      actions={
        owns && (
          <Button component={Link} to="/select-package" variant="default">
            Pick a plan
          </Button>
        )
      }
    >
      <Card title="Active subscription">{subscription()}</Card>
      {owns && (
        <Card title="Ledger">
          <LedgerTable userId={user.userid} />
        </Card>
      )}
    </Page>
  );
}
