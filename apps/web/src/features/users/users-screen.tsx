import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MESSAGES } from '@tidewaiter/contract';
import { useState } from 'react';
import { formatCount } from '../../format/numbers.js';
import { type SubUser, subUsers } from '../../session/account.js';
import { OopsDialog } from '../../ui/alert-dialog.js';
import { Awaiting } from '../../ui/awaiting.js';
import { LoadFailure, Notice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { FormDialog } from '../../ui/titled-modal.js';
import { AddUserForm } from './add-user-form.js';
import { DemandFactors } from './demand-factors.js';
import { DownloadLimitDialog } from './download-limit-dialog.js';
import { useLinkAgain, useStatusChange } from './user-calls.js';
import { UsersTable } from './users-table.js';

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
