import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LIMITS, type OwnList, type OwnListEntry, type Sureness } from '@tidewaiter/contract';
import { useState } from 'react';
import { formatCount } from '../../../format/numbers.js';
import { Awaiting } from '../../../ui/awaiting.js';
import { ColumnTable } from '../../../ui/column-table.js';
import { ListPages } from '../../../ui/list-pages.js';
import { NothingHere } from '../../../ui/nothing-here.js';
import { LoadFailure } from '../../../ui/notice.js';
import { SoughtText } from '../../../ui/sought-text.js';
import classes from '../workspace.module.css';
import { surenessOf } from './list-words.js';
import { ownListEntries } from './own-list-calls.js';

interface ListEntriesProps {
  list: OwnList;
  sureness: Sureness | undefined;
  onDecide: (decisions: { entry: string; chosen: string | null }[]) => void;
}

/** What a list's rows say, each once, with what it may be: somebody chooses where that is not sure. */
export function ListEntries({ list, sureness, onDecide }: ListEntriesProps) {
  const [page, setPage] = useState(0);
  const [contains, setContains] = useState('');
  const { listId, looked, counts, found, kind } = list;
  const asked = { listId, sureness, contains, page };
  const { data, error, refetch } = useQuery(ownListEntries(asked, JSON.stringify([looked, counts, found])));
  if (error && !data) return <LoadFailure error={error} onRetry={refetch} />;
  if (!data) return <Awaiting shapes={[['table', 10]]} />;
  return (
    <>
      <search className="wrap gap-8" aria-label="Entries">
        <SoughtText
          aria-label="Part of what a row says"
          placeholder="Find a row"
          dir="auto"
          maxLength={LIMITS.companyNameMaxLength}
          text={contains}
          onLook={(text) => {
            setPage(0);
            setContains(text);
          }}
        />
      </search>
      {data.entries.length === 0 ? (
        <NothingHere says="No rows of this kind." />
      ) : (
        <ColumnTable
          label="What the rows say"
          rows={data.entries}
          keyOf={({ entry }) => entry}
          columns={[
            { name: 'Row', isNumber: true, isWide: true, cell: ({ firstRow }) => formatCount(firstRow) },
            { name: 'Your list says', isHead: true, cell: saidOf, look: () => ({ className: 'words' }) },
            {
              name: 'How sure',
              cell: (entry) => (entry.isDecided ? 'Chosen' : surenessOf(entry.sureness, list)),
              look: () => ({ className: 'one-line' }),
            },
            {
              name: kind === 'COMPANY' ? 'Company in the records' : 'In the records',
              cell: (entry) => <Choice entry={entry} onDecide={onDecide} />,
            },
          ]}
        />
      )}
      <ListPages
        label="Pages of the entries"
        page={page}
        pageSize={LIMITS.pageSize}
        total={data.totalRecords}
        onPage={setPage}
      />
    </>
  );
}

function saidOf({ value, country, number, rows }: OwnListEntry) {
  return (
    <>
      <bdi>{value || 'Nothing'}</bdi>
      {country !== null && <span className="soft"> {country}</span>}
      {number !== null && <span className="soft"> {number}</span>}
      {rows > 1 && <span className="soft"> in {formatCount(rows)} rows</span>}
    </>
  );
}

/** Why a candidate is one, in words. */
const WHY: Readonly<Record<string, string>> = {
  number: 'the same tax number',
  otherNumber: 'another tax number',
  spelling: 'spelt otherwise',
  form: 'another legal form',
  address: 'with an address',
  cut: 'cut off',
  typing: 'a letter or two differ',
  words: 'other words',
  script: 'in another script',
  order: 'words in another order',
  abbreviation: 'abbreviated',
  zero: 'with the zero in front',
  heading: 'the nearest heading',
};

function Choice({ entry, onDecide }: { entry: OwnListEntry; onDecide: ListEntriesProps['onDecide'] }) {
  const { value, candidates, chosen, sureness } = entry;
  const [first] = candidates;
  if (first === undefined) return sureness && <span className="soft">Nothing near</span>;
  const labelOf = ({ name, about, records, why }: typeof first) => {
    const notes = [about, records > 1 ? `${formatCount(records)} records` : '', ...why.map((one) => WHY[one] ?? one)];
    return [name, ...notes.filter((note) => note !== '')].join(' · ');
  };
  return (
    <NativeSelect
      size="xs"
      aria-label={`What ${value} is`}
      className={classes.choice}
      value={chosen ?? ''}
      onChange={(event) => onDecide([{ entry: entry.entry, chosen: event.currentTarget.value || null }])}
    >
      <option value="">{sureness === 'SURE' ? 'None of these' : 'Not chosen'}</option>
      {candidates.map((one) => (
        <option key={one.name} value={one.name}>
          {labelOf(one)}
        </option>
      ))}
    </NativeSelect>
  );
}
