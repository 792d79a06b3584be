import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { displayDate, MESSAGES } from '@tidewaiter/contract';
import type { ReactNode } from 'react';
import { formatCount } from '../../format/numbers.js';
import { countriesByTrade } from '../../search/api/calls.js';
import { type Subscription, useSubscription } from '../../session/account.js';
import { useSession } from '../../session/store.js';
import { Awaiting } from '../../ui/awaiting.js';
import { LoadFailure, Notice } from '../../ui/notice.js';
import { Card, Page } from '../../ui/page.js';
import { LedgerTable } from './ledger-table.js';
import { PERIOD_WORDS } from './ledger-words.js';
import classes from './subscriptions.module.css';

/** The subscription that a person uses and what is left of it; for a main account also what became of it. */
export function SubscriptionsScreen() {
  const { user } = useSession();
  const { data, error, refetch } = useSubscription();
  const owns = user?.uplineId === 0;

  function subscription() {
    if (data === null) return <Notice kind="mind">{MESSAGES.noSubscription}</Notice>;
    if (data) return <ActiveSubscription subscription={data} />;
    return error ? (
      <LoadFailure error={error} onRetry={refetch} />
    ) : (
      <Awaiting
        className={classes.awaitedFacts}
        shapes={[
          ['figures', 9, 39],
          ['lines', 1, 21],
        ]}
      />
    );
  }

  return (
    <Page
      title="Subscriptions"
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

/** The allowances that are left stand first, then those of the plan. */
export function ActiveSubscription({ subscription }: { subscription: Subscription }) {
  const { name, accountExpireDate, period, renewsOn, queryPerDay, downloadLimit, totalWorkspace } = subscription;
  const inPeriod = PERIOD_WORDS[period];
  return (
    <>
      <dl className={classes.facts}>
        <Fact term="Plan">{name}</Fact>
        <Fact term="Valid until">{accountExpireDate ? displayDate(accountExpireDate) : 'No expiry'}</Fact>
        <Fact term={`Searches left ${inPeriod}`} spent={queryPerDay <= 0}>
          {formatCount(queryPerDay)}
        </Fact>
        <Fact term={`Download points left ${inPeriod}`} spent={downloadLimit <= 0}>
          {formatCount(downloadLimit)}
        </Fact>
        <Fact term="Workspaces left" spent={totalWorkspace <= 0}>
          {formatCount(totalWorkspace)}
        </Fact>
        {renewsOn && <Fact term="Next period begins">{displayDate(renewsOn)}</Fact>}
        <Fact term="Users beside the main account">{formatCount(subscription.subUserCount)}</Fact>
        <Fact term="Largest download">{formatCount(subscription.maxDownload)} points</Fact>
        <Fact term="Records of a search without points">{formatCount(subscription.freeRecords)} a day</Fact>
        <Fact term="Saved searches per workspace">{formatCount(subscription.recordsPerWorkspace)}</Fact>
        <Fact term="Records of">{dataAccess(subscription)}</Fact>
      </dl>
      <Countries codes={subscription.countries} />
    </>
  );
}

function Fact({ term, spent = false, children }: { term: string; spent?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className={spent ? 'wrong' : ''}>{children}</dd>
    </div>
  );
}

/** From when to when records may be seen, as far as that is bounded. */
function dataAccess({ dataAccessInMonth, dataAccessUpto }: Subscription): string {
  const months =
    dataAccessInMonth === null
      ? 'all months'
      : `${formatCount(dataAccessInMonth)} ${dataAccessInMonth === 1 ? 'month' : 'months'}`;
  return dataAccessUpto === null ? months : `${months} up to ${displayDate(dataAccessUpto.slice(0, 10))}`;
}

/** The countries by name, once they are known; by their codes until then. */
function Countries({ codes }: { codes: readonly string[] }) {
  const { data = [] } = useQuery(countriesByTrade('IMPORT'));
  if (codes.length === 0) return <p className="soft">No countries have been chosen for this account yet.</p>;
  const names = new Map(data.map(({ shortcode, name }) => [shortcode, name]));
  return (
    <details>
      <summary>
        {formatCount(codes.length)} {codes.length === 1 ? 'country' : 'countries'}
      </summary>
      <p className="soft">{codes.map((code) => names.get(code) ?? code).join(', ')}</p>
    </details>
  );
}
