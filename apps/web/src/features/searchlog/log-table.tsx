import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { describeQuestion, type LoggedSearch, searchQuery } from '@tidewaiter/contract';
import { displayTime } from '../../format/dates.js';
import { formatCount } from '../../format/numbers.js';
import { addressOf } from '../../search/model/address-query.js';
import type { QuestionToSave } from '../../search/saving/saved-searches.js';
import { DataTable } from '../../ui/data-table.js';
import classes from './search-log.module.css';

interface LogTableProps {
  searches: readonly LoggedSearch[];
  /** What each finds now; undefined until it has been counted. */
  now: ReadonlyMap<string, number | null> | undefined;
  /** Says who asked: an owner sees what their sub-users did. */
  withPeople: boolean;
  onSave: (question: QuestionToSave) => void;
}

/** Searches, newest first: what each asked, found and cost, and the ways to ask it again and to save it. */
export function LogTable({ searches, now, withPeople, onSave }: LogTableProps) {
  return (
    <DataTable label="Searches">
      <thead>
        <tr>
          <th scope="col">When</th>
          {withPeople && (
            <th scope="col" data-wide>
              Who
            </th>
          )}
          <th scope="col">Question</th>
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
        </tr>
      </thead>
      <tbody>
        {searches.map((search) => (
          <LogRow key={search.searchId} search={search} withPerson={withPeople}>
            <TotalNow search={search} now={now} />
            <td data-number data-wide className={classes.cost}>
              {costOf(search)}
            </td>
            <td data-wide>
              <SaveButton search={search} onSave={onSave} />
            </td>
          </LogRow>
        ))}
      </tbody>
    </DataTable>
  );
}

interface LogRowProps {
  search: LoggedSearch;
  withPerson: boolean;
  children: React.ReactNode;
}

function LogRow({ search, withPerson, children }: LogRowProps) {
  const { createdDate, userName, userSearchQuery, totalThen, dataVersionThen } = search;
  const words = questionOf(search);
  const then = totalThen === null ? '–' : formatCount(totalThen);
  const counted = totalThen === null ? 'It was not counted' : `In data version ${formatCount(dataVersionThen ?? 0)}`;
  return (
    <tr>
      <td className={classes.when}>{displayTime(createdDate)}</td>
      {withPerson && <td data-wide>{userName}</td>}
      <td>
        <Link to="/list1" search={addressOf(userSearchQuery)} className={classes.question} title={words}>
          {words}
        </Link>
        <span className={classes.facts}>
          {withPerson && `${userName} · `}found {then} · {costOf(search)}
        </span>
      </td>
      <td data-number data-wide>
        <span title={counted}>{then}</span>
      </td>
      {children}
    </tr>
  );
}

/** Searches from before their words were kept have only the question. */
const questionOf = ({ question, userSearchQuery }: LoggedSearch) => question || describeQuestion(userSearchQuery);

const costOf = ({ points }: LoggedSearch) => (points === 0 ? 'free' : points === 1 ? '1 search' : `${points} searches`);

/** What a search finds now, and by how much that differs from what it found. */
function TotalNow({ search: { searchId, totalThen }, now }: { search: LoggedSearch; now: LogTableProps['now'] }) {
  const total = now?.get(searchId);
  if (total === undefined) return <td data-number className={classes.soft} />;
  if (total === null) {
    return (
      <td data-number className={classes.soft}>
        <span title="Your subscription shows nothing of it any more, or counting it takes too long">–</span>
      </td>
    );
  }
  const change = totalThen === null ? 0 : total - totalThen;
  return (
    <td data-number>
      {formatCount(total)}
      {change !== 0 && (
        <span className={classes.change} data-more={change > 0 || undefined}>
          {change > 0 ? '+' : '−'}
          {formatCount(Math.abs(change))}
        </span>
      )}
    </td>
  );
}

/** Whoever sees a search here may save it. */
function SaveButton({ search, onSave }: { search: LoggedSearch; onSave: LogTableProps['onSave'] }) {
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
