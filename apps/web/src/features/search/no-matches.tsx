import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Clause, type DropHint, displayDate, MESSAGES, type TradeType } from '@tidewaiter/contract';
import { formatCount } from '../../format/numbers.js';
import { countriesByTrade } from '../../search/api/calls.js';
import { datesWithout } from '../../search/model/clauses.js';
import { NothingHere } from '../../ui/nothing-here.js';
import classes from './results.module.css';

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
export function NoMatches({ tradeType, hints, onDrop }: NoMatchesProps) {
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
