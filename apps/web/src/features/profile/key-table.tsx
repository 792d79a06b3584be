import { Button } from '@mantine/core';
import type { ApiKeyView } from '@tidewaiter/contract';
import { displayTime } from '../../format/dates.js';
import { Badge } from '../../ui/badge.js';
import { ColumnTable } from '../../ui/column-table.js';
import { expiryInWords, issuerOf, scopesInWords, spentInWords } from './key-words.js';

interface KeyTableProps {
  keys: readonly ApiKeyView[];
  /** The person who looks at them. */
  userId: number;
  /** A main account sees the keys of all its people, and limits them. */
  owns: boolean;
  onEdit: (key: ApiKeyView) => void;
  onRevoke: (key: ApiKeyView) => void;
  onAllow: (key: ApiKeyView) => void;
}

const Act = ({ word, name, onClick }: { word: string; name: string; onClick: () => void }) => (
  <Button variant="default" size="xs" aria-label={`${word} ${name}`} onClick={onClick}>
    {word}
  </Button>
);

export function KeyTable({ keys, userId, owns, onEdit, onRevoke, onAllow }: KeyTableProps) {
  return (
    <ColumnTable
      label="Keys and connections"
      rows={keys}
      keyOf={({ keyId }) => keyId}
      columns={[
        {
          ...{ name: 'Key', isHead: true },
          cell: (key) => (
            <>
              <strong>{key.name}</strong>
              {key.connection ? <span>Connection by {issuerOf(key.connection)}</span> : <code>{key.prefix}…</code>}
              {owns && key.userid !== userId && <span>{key.personName}</span>}
              {(key.expired || key.revoked) && <Badge mind>{expiryInWords(key)}</Badge>}
            </>
          ),
          look: () => ({ className: 'named' }),
        },
        { name: 'Scopes', isWide: true, cell: scopesInWords },
        { name: 'Expires', isWide: true, cell: (key) => (key.revoked ? '' : expiryInWords(key)) },
        {
          ...{ name: 'Last used', isWide: true },
          cell: ({ lastUsedDate }) => (lastUsedDate === null ? 'Never' : displayTime(lastUsedDate)),
        },
        {
          ...{ name: 'Spent', title: 'In this calendar month (UTC)' },
          cell: (key) => (
            <>
              <div>{spentInWords(key.spentSearches, key.searchLimit)} searches</div>
              <div>{spentInWords(key.spentPoints, key.pointLimit)} points</div>
            </>
          ),
        },
        {
          name: 'Change',
          cell: (key) =>
            key.revoked ? (
              key.userid === userId && <Act word="Allow again" name={key.name} onClick={() => onAllow(key)} />
            ) : (
              <div className="wrap gap-8">
                <Act word="Edit" name={key.name} onClick={() => onEdit(key)} />
                <Act word="Revoke" name={key.name} onClick={() => onRevoke(key)} />
              </div>
            ),
        },
      ]}
    />
  );
}
