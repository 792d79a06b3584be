import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import type { QuestionToSave } from '../../search/saving/saved-searches.js';
import { later } from '../../session/client.js';
import { useSession } from '../../session/store.js';
import { History, type HistoryEntry } from '../../ui/history.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { notifyDone } from '../../ui/notification.js';
import { Page } from '../../ui/page.js';
import { pageInAddress, pageOfAddress } from '../../ui/page-number.js';
import type { LogAddress } from './log-address.js';
import { searchLogPage, totalsNow } from './search-log-calls.js';
import '@mantine/dates/styles.layer.css';
import { Button, Select } from '@mantine/core';
import { addressOf, describeQuestion, isIsoDate, type LoggedSearch, searchQuery } from '@tidewaiter/contract';
import { formatCount } from '../../format/numbers.js';
import { TRADE_OPTIONS } from '../../search/model/trade-options.js';
import type { Column } from '../../ui/column-table.js';
import { DayInput } from '../../ui/day-input.js';
import { SoughtText } from '../../ui/sought-text.js';
import classes from './search-log.module.css';

const SaveAsDialog = later(() => import('../../search/saving/save-as-dialog.js'), 'SaveAsDialog');

const route = getRouteApi('/signed-in/searchlog');

/** Search History (/searchlog): what was asked, what it found then and finds now, and what it cost. The address narrows it. */
export function SearchLogScreen() {
  const address = route.useSearch();
  const navigate = useNavigate({ from: '/searchlog' });
  const { user } = useSession();
  const found = useQuery(searchLogPage(user?.userid ?? 0, address));
  const { queryList = [], people = [] } = found.data ?? {};
  const { data: now } = useQuery(totalsNow(queryList.map(({ searchId }) => searchId)));
  const [saving, setSaving] = useState<QuestionToSave | null>(null);
  const [needed, setNeeded] = useState(false);
  const opener = useRef<Element | null>(null);
  const isNarrowed = Object.keys(address).some((key) => key !== 'page' && address[key as keyof LogAddress]);

  function save(question: QuestionToSave) {
    opener.current = document.activeElement;
    setNeeded(true);
    setSaving(question);
  }

  function closeSave() {
    setSaving(null);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }

  return (
    <Page
      title="Search History"
      lead="A question leads back to its results: free on the day on which it was asked, one search on another."
    >
      <LogFilters
        address={address}
        people={people}
        onChange={(part) =>
          void navigate({ search: (before) => ({ ...before, ...part, page: undefined }), replace: true })
        }
      />
      <History
        things="Searches"
        pagesLabel="Pages of the search history"
        found={found}
        read={({ queryList, totalRecords }) => ({ entries: queryList.map(entryOf), total: totalRecords })}
        withPeople={people.length > 1}
        columns={columnsOf(now, save)}
        page={pageOfAddress(address.page)}
        onPage={(next) => void navigate({ search: (before) => ({ ...before, page: pageInAddress(next) }) })}
        nothing={(past) => <Nothing narrowed={isNarrowed} past={past} />}
      />
      {needed && (
        <Suspense>
          <SaveAsDialog question={saving} workspaceId={null} onClose={closeSave} onDone={notifyDone} />
        </Suspense>
      )}
    </Page>
  );
}

/** Says why there is nothing, and what to do next. */
function Nothing({ narrowed, past }: { narrowed: boolean; past: boolean }) {
  if (past || narrowed) {
    return (
      <NothingHere says={past ? 'There are no searches on this page: go back to the first.' : 'No search matches.'}>
        <Link to="/searchlog">{past ? 'Go to the first page' : 'Show all searches'}</Link>
      </NothingHere>
    );
  }
  return (
    <NothingHere says="Nothing has been searched yet. What is asked is kept here, with what it found and what it cost.">
      <Link to="/list1">Search Global Data</Link>
    </NothingHere>
  );
}

interface LogFiltersProps {
  address: LogAddress;
  /** Whose searches can be asked for. */
  people: readonly Pick<LoggedSearch, 'userId' | 'userName'>[];
  onChange: (part: LogAddress) => void;
}

/** What the history is narrowed by: a text of the question, who asked it, its trade type, and the days on which it was asked. */
function LogFilters({ address, people, onChange }: LogFiltersProps) {
  const { text = '', person = null, trade = null, from, to } = address;
  return (
    <search className={classes.filters}>
      <SoughtText label="Find a question" text={text} onLook={(sought) => onChange({ text: sought || undefined })} />
      {people.length > 1 && (
        <Select
          label="Person"
          placeholder="Everybody"
          data={people.map(({ userId, userName }) => ({ value: String(userId), label: userName }))}
          clearable
          clearButtonProps={{ 'aria-label': 'Everybody' }}
          openOnFocus={false}
          value={person}
          onChange={(picked) => onChange({ person: picked ?? undefined })}
        />
      )}
      <Select
        label="Trade type"
        placeholder="Both"
        data={TRADE_OPTIONS}
        clearable
        clearButtonProps={{ 'aria-label': 'Both trade types' }}
        openOnFocus={false}
        value={trade}
        onChange={(picked) => onChange({ trade: picked ?? undefined })}
      />
      <Day label="Asked from" value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <Day label="Asked until" value={to} min={from} onChange={(day) => onChange({ to: day })} />
    </search>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
}

/** A day as the search form takes and writes it. The browser's own field asked for each year on the way to one that was typed. */
function Day({ label, value, min, max, onChange }: DayProps) {
  return (
    <DayInput
      label={label}
      value={value !== undefined && isIsoDate(value) ? value : null}
      {...(min !== undefined && { minDate: min })}
      {...(max !== undefined && { maxDate: max })}
      clearable
      clearButtonProps={{ 'aria-label': `No day in ${label}` }}
      onChange={(day) => onChange(day ?? undefined)}
    />
  );
}

/** What each search finds now; undefined until it has been counted. */
type TotalsNow = ReadonlyMap<string, number | null> | undefined;

interface SearchEntry extends HistoryEntry {
  search: LoggedSearch;
}

const thenOf = ({ totalThen }: LoggedSearch) => (totalThen === null ? '–' : formatCount(totalThen));

/** What the history says of a search behind its question: what it found and cost, and the way to save it. */
const columnsOf = (now: TotalsNow, onSave: SaveButtonProps['onSave']): readonly Column<SearchEntry>[] => [
  {
    ...{ name: 'Found then', isNumber: true, isWide: true, cell: ({ search }) => thenOf(search) },
    look: ({ search: { totalThen, dataVersionThen } }) => ({
      title: totalThen === null ? 'It was not counted' : `In data version ${formatCount(dataVersionThen ?? 0)}`,
    }),
  },
  { name: 'Finds now', isNumber: true, cell: ({ search }) => <TotalNow search={search} now={now} /> },
  {
    ...{ name: 'Cost', isNumber: true, isWide: true, look: () => ({ className: 'one-line' }) },
    cell: ({ search }) => costOf(search),
  },
  {
    ...{ name: 'What to do', isHeard: true, isWide: true },
    cell: ({ search }) => <SaveButton search={search} onSave={onSave} />,
  },
];

/** A search as the history shows it, with the way to ask it again. */
function entryOf(search: LoggedSearch): SearchEntry {
  const words = questionOf(search);
  return {
    ...{ search, id: search.searchId, at: search.createdDate, who: search.userName },
    question: (
      <Link to="/list1" search={addressOf(search.userSearchQuery)} className="accent clamped" title={words}>
        {words}
      </Link>
    ),
    facts: `found ${thenOf(search)} · ${costOf(search)}`,
  };
}

/** Searches from before their words were kept have only the question. */
const questionOf = ({ question, userSearchQuery }: LoggedSearch) => question || describeQuestion(userSearchQuery);

const costOf = ({ points }: LoggedSearch) => (points === 0 ? 'free' : points === 1 ? '1 search' : `${points} searches`);

/** What a search finds now, and by how much that differs from what it found. */
function TotalNow({ search: { searchId, totalThen }, now }: { search: LoggedSearch; now: TotalsNow }) {
  const total = now?.get(searchId);
  if (total === undefined) return null;
  if (total === null) {
    return <span title="Your subscription shows nothing of it any more, or counting it takes too long">–</span>;
  }
  const change = totalThen === null ? 0 : total - totalThen;
  return (
    <>
      {formatCount(total)}
      {change !== 0 && (
        <span className={`block ${change > 0 ? 'accent' : 'soft'}`}>
          {change > 0 ? '+' : '−'}
          {formatCount(Math.abs(change))}
        </span>
      )}
    </>
  );
}

interface SaveButtonProps {
  search: LoggedSearch;
  onSave: (question: QuestionToSave) => void;
}

/** Whoever sees a search here may save it. */
function SaveButton({ search, onSave }: SaveButtonProps) {
  const query = searchQuery.safeParse(search.userSearchQuery);
  if (!query.success) return null;
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={`Save: ${questionOf(search)}`}
      onClick={() => onSave({ searchId: search.searchId, query: query.data, columnKeys: [] })}
    >
      Save
    </Button>
  );
}
