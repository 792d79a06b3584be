import { Button, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MESSAGES } from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { formatCount, parsePoints } from '../../format/numbers.js';
import { type SubUser, subUsers, useSubscription } from '../../session/account.js';
import { ownFactors, useDemandFactors } from '../../session/factors/factor-calls.js';
import { NewPersonForm } from '../../session/new-person-form.js';
import { ActionButton } from '../../ui/action-button.js';
import { OopsDialog } from '../../ui/alert-dialog.js';
import { Awaiting } from '../../ui/awaiting.js';
import { ColumnTable } from '../../ui/column-table.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { LoadFailure, Notice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { FormDialog } from '../../ui/titled-modal.js';
import { useAddUser, useDownloadLimit, useLinkAgain, useStatusChange } from './user-calls.js';

/** A main account's sub-users: who they are, whether they may come in, how much they may download. */
export function UsersScreen() {
  const { data, error, refetch } = useQuery(subUsers);
  const status = useStatusChange();
  const link = useLinkAgain();
  const [adding, setAdding] = useState(false);
  const [limitOf, setLimitOf] = useState<SubUser | null>(null);
  /** The outcome of the last change. */
  const [done, setDone] = useState<string | null>(null);
  const active = data?.userList.filter((user) => user.is_active === 'Y').length ?? 0;
  const failed = status.error ?? link.error;
  const full = data !== undefined && active >= data.subUserCount;

  function switchStatus(user: SubUser) {
    setDone(null);
    status.mutate(user, { onSuccess: ({ message }) => setDone(`${user.email}: ${message}`) });
  }

  function sendLink(user: SubUser) {
    setDone(null);
    link.mutate(user, { onSuccess: ({ message }) => setDone(`${user.email}: ${message}`) });
  }

  function content() {
    if (!data) {
      return error ? <LoadFailure error={error} onRetry={refetch} /> : <Awaiting shapes={[['table', 5]]} />;
    }
    if (data.userList.length === 0) return <p>There are no users yet beside yourself.</p>;
    return (
      <UsersTable
        users={data.userList}
        changing={status.isPending ? status.variables.userid : null}
        sending={link.isPending ? link.variables.userid : null}
        onSendLink={sendLink}
        onSetLimit={(user) => {
          setDone(null);
          setLimitOf(user);
        }}
        onSwitch={switchStatus}
      />
    );
  }

  return (
    <Page
      title="Users"
      lead={data && `${formatCount(active)} of ${formatCount(data.subUserCount)} users are active.`}
      actions={
        <Button
          disabled={!data || full}
          onClick={() => {
            setDone(null);
            setAdding(true);
          }}
        >
          Add user
        </Button>
      }
    >
      {full && <Notice kind="mind">{MESSAGES.subUserLimitExhausted}</Notice>}
      {done !== null && <Notice kind="done">{done}</Notice>}
      {content()}
      <DemandFactors onDone={setDone} />
      <FormDialog title="Add user" opened={adding} onClose={() => setAdding(false)}>
        <AddUserForm
          onDone={({ message }) => {
            setAdding(false);
            setDone(message);
          }}
        />
      </FormDialog>
      <DownloadLimitDialog user={limitOf} onClose={() => setLimitOf(null)} onDone={setDone} />
      <OopsDialog
        message={failed?.message ?? null}
        onClose={() => {
          status.reset();
          link.reset();
        }}
      />
    </Page>
  );
}

/** Whether everybody of the account signs in with a second factor. */
function DemandFactors({ onDone }: { onDone: (message: string) => void }) {
  const { data } = useQuery(ownFactors);
  const demand = useDemandFactors();
  const byOperator = data?.demandedBy === 'OPERATOR';
  return (
    <div>
      <Switch
        label="Ask everybody for a second factor"
        description={
          byOperator
            ? 'Who runs this portal asks for it.'
            : 'Who has none is asked to add one at the next sign-in. API keys keep working.'
        }
        checked={data !== undefined && data.demandedBy !== null}
        disabled={!data || byOperator}
        onChange={({ currentTarget: { checked } }) => {
          if (!demand.isPending) demand.mutate(checked, { onSuccess: ({ message }) => onDone(message) });
        }}
      />
      {demand.isError && <Notice kind="wrong">{demand.error.message}</Notice>}
    </div>
  );
}

/** Invites a sub-user. */
function AddUserForm({ onDone }: { onDone: (answer: { message: string }) => void }) {
  const [limit, setLimit] = useState('0');
  const downloadLimit = parsePoints(limit);
  const { data: subscription } = useSubscription();
  const adding = useAddUser();
  return (
    <NewPersonForm
      label="Add user"
      lead="They are sent a link to set a password of their own."
      fields={['firstname', 'lastname', 'email', 'mobile']}
      last={{
        name: 'downloadLimit',
        problem: downloadLimit === null && MESSAGES.notPoints,
        draw: (error, clear) => (
          <TextInput
            label="Download points, now and in each period"
            description={subscription && `You have ${formatCount(subscription.downloadLimit)} to give`}
            name="downloadLimit"
            inputMode="numeric"
            autoComplete="off"
            value={limit}
            error={error}
            onChange={(event) => {
              setLimit(event.currentTarget.value);
              clear();
            }}
          />
        ),
      }}
      add={(person, ended) =>
        downloadLimit !== null && adding.mutate({ person, downloadLimit }, { onSuccess: onDone, ...ended })
      }
      adding={adding}
    />
  );
}

interface DownloadLimitDialogProps {
  /** Whose limit is set; null keeps the dialog closed. */
  user: SubUser | null;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Moves download points between the main account and a sub-user, now and in each later period. */
function DownloadLimitDialog({ user, onClose, onDone }: DownloadLimitDialogProps) {
  return (
    <FormDialog title="Download limit" opened={user !== null} onClose={onClose}>
      {user && (
        <LimitForm
          key={user.userid}
          user={user}
          onDone={(message) => {
            onClose();
            onDone(`${user.email}: ${message}`);
          }}
        />
      )}
    </FormDialog>
  );
}

function LimitForm({ user, onDone }: { user: SubUser; onDone: (message: string) => void }) {
  const [limit, setLimit] = useState(String(user.downloadLimit));
  const { form, errors, show, clear } = useFieldErrors<'limit'>();
  const { data: subscription } = useSubscription();
  const change = useDownloadLimit();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending) return;
    const downloadLimit = parsePoints(limit);
    if (downloadLimit === null) return void show({ limit: MESSAGES.notPoints });
    change.mutate(
      { userId: user.userid, downloadLimit },
      { onSuccess: ({ message }) => onDone(message), onError: ({ message }) => show({ limit: message }) },
    );
  }

  const most = subscription && subscription.downloadLimit + user.downloadLimit;
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Download limit">
      <p className="soft">
        {user.firstname} {user.lastname} has {formatCount(user.downloadLimit)} left. What you take away comes back to
        you.
      </p>
      <TextInput
        label="Download points, now and in each period"
        description={most !== undefined && most !== null && `At most ${formatCount(most)}`}
        name="downloadLimit"
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        value={limit}
        error={errors.limit}
        onChange={(event) => {
          setLimit(event.currentTarget.value);
          clear();
        }}
      />
      <ActionButton type="submit" busy={change.isPending}>
        Set limit
      </ActionButton>
    </form>
  );
}

interface UsersTableProps {
  users: readonly SubUser[];
  /** Whose state is being changed, and who is being sent a link. */
  changing: number | null;
  sending: number | null;
  onSendLink: (user: SubUser) => void;
  onSetLimit: (user: SubUser) => void;
  onSwitch: (user: SubUser) => void;
}

function UsersTable({ users, changing, sending, onSendLink, onSetLimit, onSwitch }: UsersTableProps) {
  return (
    <ColumnTable
      label="Users"
      rows={users}
      keyOf={({ userid }) => userid}
      columns={[
        {
          ...{ name: 'Name', isHead: true },
          cell: ({ firstname, lastname, email }) => (
            <>
              <strong>
                {firstname} {lastname}
              </strong>
              <span>{email}</span>
            </>
          ),
          look: () => ({ className: 'named' }),
        },
        { name: 'Mobile', isWide: true, cell: ({ mobile }) => mobile },
        {
          ...{ name: 'State', isWide: true, cell: userState },
          look: (user) => (isActive(user) ? {} : { className: 'soft' }),
        },
        { name: 'Limit per period', isNumber: true, isWide: true, cell: ({ periodLimit }) => formatCount(periodLimit) },
        { name: 'Downloads left', isNumber: true, cell: ({ downloadLimit }) => formatCount(downloadLimit) },
        {
          name: 'Change',
          cell: (user) => (
            <div className="wrap gap-8">
              {isActive(user) && user.invited && (
                <ActionButton
                  variant="default"
                  size="xs"
                  aria-label={`Send link again to ${user.email}`}
                  title="The link to set a password works for seven days"
                  busy={sending === user.userid}
                  onClick={() => onSendLink(user)}
                >
                  Send link again
                </ActionButton>
              )}
              {isActive(user) && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Set download limit of ${user.email}`}
                  onClick={() => onSetLimit(user)}
                >
                  Set limit
                </Button>
              )}
              <ActionButton
                variant="default"
                size="xs"
                aria-label={`${isActive(user) ? 'Disable' : 'Enable'} ${user.email}`}
                title={
                  isActive(user) ? 'Their remaining download points come back to you' : 'They begin without points'
                }
                busy={changing === user.userid}
                onClick={() => onSwitch(user)}
              >
                {isActive(user) ? 'Disable' : 'Enable'}
              </ActionButton>
            </div>
          ),
        },
      ]}
    />
  );
}

const isActive = ({ is_active }: Pick<SubUser, 'is_active'>) => is_active === 'Y';

/** How a sub-user stands, in a word. */
function userState({ is_active, invited }: Pick<SubUser, 'is_active' | 'invited'>): string {
  if (is_active === 'N') return 'Disabled';
  return invited ? 'Invited' : 'Active';
}
