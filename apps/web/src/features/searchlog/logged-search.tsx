import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { addressOf, describeQuestion, type LoggedSearch, searchQuery } from '@tidewaiter/contract';
import { formatCount } from '../../format/numbers.js';
import type { QuestionToSave } from '../../search/saving/saved-searches.js';
import type { Column } from '../../ui/column-table.js';
import type { HistoryEntry } from '../../ui/history.js';

/** What each search finds now; undefined until it has been counted. */
export type TotalsNow = ReadonlyMap<string, number | null> | undefined;

interface SearchEntry extends HistoryEntry {
  search: LoggedSearch;
}

const thenOf = ({ totalThen }: LoggedSearch) => (totalThen === null ? '–' : formatCount(totalThen));

/** What the history says of a search behind its question: what it found and cost, and the way to save it. */
export const columnsOf = (now: TotalsNow, onSave: SaveButtonProps['onSave']): readonly Column<SearchEntry>[] => [
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
export function entryOf(search: LoggedSearch): SearchEntry {
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
