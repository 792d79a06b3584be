import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type Clause,
  type DropHint,
  displayDate,
  MESSAGES,
  pageSizesOf,
  type RecordColumn,
  type SearchAddress,
  type SearchQuery,
  type TradeType,
} from '@tidewaiter/contract';
import { useCallback } from 'react';
import { formatCount } from '../../format/numbers.js';
import { countriesByTrade, type RecordPage } from '../../search/api/calls.js';
import { addressWithout, datesWithout } from '../../search/model/clauses.js';
import { AddToReport } from '../../search/reports/add-to-report.js';
import { leftToRight } from '../../search/table/layout.js';
import { Pager } from '../../search/table/pager.js';
import { RecordView } from '../../search/table/record-view.js';
import { useTableLayout } from '../../search/table/table-layout.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { AwaitedRecords } from './instead-of-records.js';
import classes from './results.module.css';
import { useSaveContact } from './save-contact.js';

interface FoundRecordsProps {
  link: SearchAddress;
  query: SearchQuery;
  page: RecordPage | undefined;
  /** True when the page answers the query, and not the one before. */
  settled: boolean;
  /** Why none of the page's records may be read without points; null where any may. */
  spent: string | null;
  total: number | undefined;
  onChange: (part: Partial<SearchAddress>) => void;
  /** Leaves something out of a search that finds nothing. */
  onLoosen: (part: Partial<SearchAddress>) => void;
  onListValues: (column: string) => void;
  /** Narrows the question, so that it can be undone. */
  onNarrow: (part: Partial<SearchAddress>) => void;
}

/** The records of a search, or what there is to say in their place. */
export function FoundRecords(props: FoundRecordsProps) {
  const { link, query, page, settled, spent, total, onChange, onLoosen, onListValues, onNarrow } = props;
  const saveContact = useSaveContact();
  const { layout } = useTableLayout();
  const sort = useCallback(
    (column: string, dir: SearchQuery['orderByMode']) => onChange({ sort: column, dir, page: undefined }),
    [onChange],
  );
  const goTo = (number: number) => onChange({ page: number === 1 ? undefined : String(number) });
  const listValues = useCallback(({ key }: RecordColumn) => onListValues(key), [onListValues]);

  const toFirst = () => onChange({ page: undefined });
  if (spent)
    return <PagesEnd title="These records cost points" says={spent} onFirst={query.pageNumber > 0 && toFirst} />;
  if (!page) return <AwaitedRecords />;
  if (settled && total === 0) {
    return (
      <NoMatches
        tradeType={query.tradeType}
        hints={page.dropHints}
        onDrop={(clause, everyCountry) => onLoosen(addressWithout(link, clause, everyCountry))}
      />
    );
  }
  if (settled && page.rows.length === 0) {
    return total === undefined ? (
      <AwaitedRecords />
    ) : (
      <PagesEnd title="There are no records on this page" onFirst={toFirst} />
    );
  }
  return (
    <RecordView
      page={page}
      query={query}
      total={total}
      loading={!settled}
      foot={(chosen) => (
        <Pager
          query={query}
          total={total}
          sizes={pageSizesOf(query.tradeType)}
          onPage={goTo}
          onSize={(size) => onChange({ size: String(size), page: undefined })}
        >
          {chosen}
          <AddToReport
            figures={{
              ...{ title: 'Records', question: query, chart: 'NONE' },
              asks: { records: { columns: leftToRight(layout) } },
            }}
          />
        </Pager>
      )}
      onPage={goTo}
      onSort={sort}
      onSaveContact={saveContact}
      onListValues={listValues}
      onNarrow={onNarrow}
    />
  );
}

interface PagesEndProps {
  title: string;
  says?: string;
  /** False on the first page. */
  onFirst: false | (() => void);
}

/** A page that a link or the pager leads to and that shows nothing. */
function PagesEnd({ title, says, onFirst }: PagesEndProps) {
  return (
    <NothingHere title={title} says={says}>
      {onFirst && (
        <Button variant="default" onClick={onFirst}>
          Go to the first page
        </Button>
      )}
    </NothingHere>
  );
}

interface NoMatchesProps {
  tradeType: TradeType;
  hints: readonly DropHint[];
  /** Asks without the clause; `everyCountry` stands in for the countries. */
  onDrop: (clause: Clause, everyCountry: string[]) => void;
}

/** Which records there are instead, where not all of them are one search. */
function remark(clause: Clause): string {
  if (clause.part !== 'dates') return '';
  const { from, to, whole } = datesWithout(clause);
  return whole ? '' : `, of which ${displayDate(from)} – ${displayDate(to)}`;
}

/** Filters narrow an answer; every other clause is part of the question. */
const costs = (clause: Clause) => (clause.part === 'filter' ? '' : ' (uses 1 search)');

/** Nothing was found: what the specification says, and what to leave out, or to ask instead, to find something. */
function NoMatches({ tradeType, hints, onDrop }: NoMatchesProps) {
  const { data: countries = [] } = useQuery(countriesByTrade(tradeType));
  const everyCountry = countries.filter(({ records }) => records > 0).map(({ shortcode }) => shortcode);
  const offered = hints.filter(({ clause }) => clause.part !== 'countries' || everyCountry.length > 0);
  const isInstead = ({ clause }: DropHint) => clause.part === 'instead';
  const choose = (clause: Clause) => onDrop(clause, everyCountry);
  return (
    <NothingHere title={MESSAGES.noRecords} says={MESSAGES.noMatches}>
      {offered.length === 0 && <p>A longer date range, a shorter HS code or fewer words find more.</p>}
      <Hints name="What to search instead" act="Search" hints={offered.filter(isInstead)} onChoose={choose} />
      <Hints
        name="What to leave out"
        act="Remove"
        hints={offered.filter((hint) => !isInstead(hint))}
        onChoose={choose}
      />
    </NothingHere>
  );
}

interface HintsProps {
  name: string;
  act: string;
  hints: readonly DropHint[];
  onChoose: (clause: Clause) => void;
}

function Hints({ name, act, hints, onChoose }: HintsProps) {
  if (hints.length === 0) return null;
  return (
    <ul className={classes.hints} aria-label={name}>
      {hints.map(({ clause, label, records }) => (
        <li key={label}>
          <Button variant="default" size="xs" onClick={() => onChoose(clause)}>
            {act} “{label}”: {formatCount(records)} {records === 1 ? 'record' : 'records'}
            {remark(clause)}
            {costs(clause)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
