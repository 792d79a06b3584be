import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { NUMBER_SYSTEMS, type NumberSystem } from '@tidewaiter/contract';
import { Suspense } from 'react';
import { systemOfReader } from '../../format/numbers.js';
import { later } from '../../session/client.js';
import { LogoutAlert, useLogout } from '../../session/logout.js';
import { useNumberSystem } from '../../session/number-system.js';
import { PasswordChange } from '../../session/password-change.js';
import { useSession } from '../../session/store.js';
import { ActionButton } from '../../ui/action-button.js';
import { Held } from '../../ui/awaiting.js';
import { Card, Page } from '../../ui/page.js';
import { GeneralInformation } from './general-information.js';
import { openSessions, SessionList } from './session-list.js';

const ApiKeys = later(() => import('./api-keys.js'), 'ApiKeys');

const SecondFactor = later(() => import('./second-factor.js'), 'SecondFactor');

const Webhooks = later(() => import('./webhooks.js'), 'Webhooks');

/** A person's own data, password, sessions, API keys and webhooks (SPEC 2 "/profile"). */
export function ProfileScreen() {
  const { user } = useSession();
  const queryClient = useQueryClient();
  if (!user) return null;
  return (
    <Page title="Profile" actions={<LogOutButton />}>
      <div className="side-by-side items-start gap-16">
        <Card title="General Information">
          <GeneralInformation userId={user.userid} />
          <NumberSystemSelect />
        </Card>
        <Card title="Security Information">
          <PasswordChange
            userId={user.userid}
            onChanged={() => void queryClient.invalidateQueries({ queryKey: openSessions.queryKey })}
          />
          <Suspense fallback={<Held height={200} />}>
            <SecondFactor />
          </Suspense>
          <SessionList />
        </Card>
        <Suspense fallback={<Held className="all-columns" height={160} />}>
          <ApiKeys userId={user.userid} owns={user.uplineId === 0} />
        </Suspense>
        <Suspense fallback={<Held className="all-columns" height={160} />}>
          <Webhooks />
        </Suspense>
      </div>
    </Page>
  );
}

const SYSTEMS: Record<NumberSystem, string> = {
  INDIAN: '12,34,567 · lakh and crore',
  INTERNATIONAL: '1,234,567 · million and billion',
};

/** As the browser does, until a system is chosen. */
const BROWSERS = '';

/** How numbers are written on every screen of this person. */
function NumberSystemSelect() {
  const { chosen, choose, error } = useNumberSystem();
  return (
    <NativeSelect
      className="divided"
      label="Numbers"
      description="How they are grouped and shortened on your screens, whichever browser you use"
      data={[
        { value: BROWSERS, label: `As this browser writes them: ${SYSTEMS[systemOfReader(navigator.languages)]}` },
        ...NUMBER_SYSTEMS.map((value) => ({ value, label: SYSTEMS[value] })),
      ]}
      value={chosen ?? BROWSERS}
      error={error}
      onChange={({ currentTarget: { value } }) => choose(value === BROWSERS ? null : (value as NumberSystem))}
    />
  );
}

export function LogOutButton() {
  const logout = useLogout();
  return (
    <>
      <ActionButton variant="default" busy={logout.isPending} onClick={() => logout.mutate()}>
        Log Out
      </ActionButton>
      <LogoutAlert logout={logout} />
    </>
  );
}
