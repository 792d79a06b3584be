import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type OnList, OWN_LIST_LIMITS } from '@tidewaiter/contract';
import { ownLists } from '../api/own-lists.js';
import type { ListChoice } from './list-choice.js';

export interface OnAListProps {
  choice: ListChoice;
  onChoose: (choice: ListChoice) => void;
  /** It says what they are called: suppliers. */
  many: string;
}

/** Chooses a list of the account's by which companies are told apart; nothing where it has none of companies. */
export function OnAList({ choice: { list, onList }, onChoose, many }: OnAListProps) {
  const { data } = useQuery(ownLists());
  const names = (data?.ownLists ?? [])
    .filter(({ kind, members }) => kind === 'COMPANY' && members > 0 && members <= OWN_LIST_LIMITS.members)
    .map(({ name }) => name);
  const offered = list === null || names.includes(list) ? names : [list, ...names];
  if (offered.length === 0) return null;
  return (
    <>
      <NativeSelect
        label="On a list"
        size="xs"
        value={list ?? ''}
        data={[{ value: '', label: 'Choose a list' }, ...offered.map((name) => ({ value: name, label: name }))]}
        onChange={({ currentTarget: { value } }) => onChoose({ list: value || null, onList: value ? onList : null })}
      />
      {list !== null && (
        <NativeSelect
          label="Of these"
          size="xs"
          value={onList ?? ''}
          data={[
            { value: '', label: `All ${many}` },
            { value: 'ON', label: 'On the list' },
            { value: 'OFF', label: 'Not on the list' },
          ]}
          onChange={({ currentTarget: { value } }) => onChoose({ list, onList: (value || null) as OnList | null })}
        />
      )}
    </>
  );
}
