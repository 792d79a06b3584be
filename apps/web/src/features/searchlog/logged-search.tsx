import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { addressOf, describeQuestion, type LoggedSearch, searchQuery } from '@tidewaiter/contract';
import { formatCount } from '../../format/numbers.js';
import type { QuestionToSave } from '../../search/saving/saved-searches.js';
import type { HistoryEntry } from '../../ui/history.js';

/** What each search finds now; undefined until it has been counted. */
export type TotalsNow = ReadonlyMap<string, number | null> | undefined;

/** The heads of {@link entryOf}'s cells. */
export const HEADS = (
  <>
    <th scope="col" data-number data-wide>
      Found then
    </th>
    <th scope="col" data-number>
      Finds now
    </th>
    <th scope="col" data-number data-wide>
      Cost
    </th>
    <th scope="col" data-wide>
      <span className="visually-hidden">What to do</span>
    </th>
  </>
);

/** A search as the history shows it: what it asked, found and cost, and the ways to ask it again and to save it. */
export function entryOf(
  search: LoggedSearch,
  now: TotalsNow,
  onSave: (question: QuestionToSave) => void,
): HistoryEntry {
  const { searchId, createdDate, userName, userSearchQuery, totalThen, dataVersionThen } = search;
  const words = questionOf(search);
  const then = totalThen === null ? '–' : formatCount(totalThen);
  const counted = totalThen === null ? 'It was not counted' : `In data version ${formatCount(dataVersionThen ?? 0)}`;
  return {
    ...{ id: searchId, at: createdDate, who: userName },
    question: (
      <Link to="/list1" search={addressOf(userSearchQuery)} className="accent clamped" title={words}>
        {words}
      </Link>
    ),
    facts: `found ${then} · ${costOf(search)}`,
    cells: (
      <>
        <td data-number data-wide>
          <span title={counted}>{then}</span>
        </td>
        <TotalNow search={search} now={now} />
        <td data-number data-wide className="one-line">
          {costOf(search)}
        </td>
        <td data-wide>
          <SaveButton search={search} onSave={onSave} />
        </td>
      </>
    ),
  };
}

/** Searches from before their words were kept have only the question. */
const questionOf = ({ question, userSearchQuery }: LoggedSearch) => question || describeQuestion(userSearchQuery);

const costOf = ({ points }: LoggedSearch) => (points === 0 ? 'free' : points === 1 ? '1 search' : `${points} searches`);

/** What a search finds now, and by how much that differs from what it found. */
function TotalNow({ search: { searchId, totalThen }, now }: { search: LoggedSearch; now: TotalsNow }) {
  const total = now?.get(searchId);
  if (total === undefined) return <td data-number className="soft" />;
  if (total === null) {
    return (
      <td data-number className="soft">
        <span title="Your subscription shows nothing of it any more, or counting it takes too long">–</span>
      </td>
    );
  }
  const change = totalThen === null ? 0 : total - totalThen;
  return (
    <td data-number>
      {formatCount(total)}
      {change !== 0 && (
        <span className={`block ${change > 0 ? 'accent' : 'soft'}`}>
          {change > 0 ? '+' : '−'}
          {formatCount(Math.abs(change))}
        </span>
      )}
    </td>
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
