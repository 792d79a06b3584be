import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ApiKeyView } from '@tidewaiter/contract';
import { Awaiting } from '../../ui/awaiting.js';
import { LoadFailure, Notice } from '../../ui/notice.js';
import { Card } from '../../ui/page.js';
import { EditKeyDialog, RevokeKeyDialog } from './change-key-dialogs.js';
import { apiKeys, useAllowConnection } from './key-calls.js';
import { KeyTable } from './key-table.js';
import { NewKeyDialog } from './new-key-dialog.js';
import { useListActs } from './use-list-acts.js';

/** What somebody does with keys just now. */
type Act = { act: 'create' } | { act: 'edit' | 'revoke'; key: ApiKeyView };

/** The keys by which programs do what their person may, with what each has spent; a main account sees and limits those of its people. */
export function ApiKeys({ userId, owns }: { userId: number; owns: boolean }) {
  const { data, error, refetch } = useQuery(apiKeys);
  const allow = useAllowConnection();
  const { doing, done, setDone, create, begin, close, changedRow } = useListActs<Act>();

  function allowAgain({ keyId, name }: ApiKeyView) {
    if (allow.isPending) return;
    setDone(null);
    allow.mutate(keyId, { onSuccess: ({ message }) => changedRow(`${name}: ${message}`) });
  }

  function list() {
    if (!data) return error ? <LoadFailure error={error} onRetry={refetch} /> : <Awaiting shapes={[['table', 2]]} />;
    if (data.length === 0) return <p>{owns ? 'Nobody of this account has an API key.' : 'You have no API keys.'}</p>;
    return (
      <KeyTable
        {...{ keys: data, userId, owns }}
        onEdit={(key) => begin({ act: 'edit', key })}
        onRevoke={(key) => begin({ act: 'revoke', key })}
        onAllow={allowAgain}
      />
    );
  }

  const changed = (act: 'edit' | 'revoke') => (doing?.act === act ? doing.key : null);
  return (
    <div className="all-columns">
      <Card title="API keys">
        <p className="soft">
          A program that has a key, or that you have connected, does what you may, within its scopes, and spends your
          searches and points. A new password leaves them as they are; setting one that was forgotten revokes them all.
        </p>
        {done !== null && <Notice kind="done">{done}</Notice>}
        {allow.isError && <Notice kind="wrong">{allow.error.message}</Notice>}
        {list()}
        <Button ref={create} variant="default" className="self-start" onClick={() => begin({ act: 'create' })}>
          New API key
        </Button>
      </Card>
      <NewKeyDialog opened={doing?.act === 'create'} onClose={close} />
      <EditKeyDialog apiKey={changed('edit')} {...{ userId, owns }} onClose={close} onDone={setDone} />
      <RevokeKeyDialog apiKey={changed('revoke')} userId={userId} onClose={close} onDone={changedRow} />
    </div>
  );
}
