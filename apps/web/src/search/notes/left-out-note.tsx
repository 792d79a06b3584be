import { useQuery } from '@tanstack/react-query';
import type { SearchAddress } from '@tidewaiter/contract';
import { OPEN_BOUNDS, RANGE_NAMES, RANGES, type RangeName, rangeOf, type SearchQuery } from '@tidewaiter/contract';
import { exactDecimal, formatShipments } from '../../format/numbers.js';
import { recordCount } from '../api/calls.js';
import { breakdown, ONLY_COUNT } from '../api/list-calls.js';

/** Nobody gave this bound, which stands in (SPEC 5). */
interface StandIn {
  name: RangeName;
  end: 'Start' | 'End';
  bound: string;
  /** It is asked for in the bound's place, to leave nothing out. */
  open: string;
}

/** Finds the bounds of a search that stand in for one that was not given. */
function standInsOf(query: SearchQuery): StandIn[] {
  return RANGE_NAMES.flatMap((name): StandIn[] => {
    const range = rangeOf(query, name);
    if (!range) return [];
    const ends: StandIn[] = [
      { name, end: 'Start', bound: range.from, open: OPEN_BOUNDS.least },
      { name, end: 'End', bound: range.to, open: OPEN_BOUNDS.most },
    ];
    return ends.filter(({ end, bound, open }) => query[`${name}${end}`] === undefined && bound !== open);
  });
}

interface LeftOutNoteProps {
  query: SearchQuery;
  onChange: (part: Partial<SearchAddress>) => void;
}

/** Says what bounds leave out that nobody gave: never in silence. */
export function LeftOutNote({ query, onChange }: LeftOutNoteProps) {
  return standInsOf(query).map((standIn) => (
    <LeftOut key={standIn.name} query={query} standIn={standIn} onChange={onChange} />
  ));
}

/** Counts the question without the bound, by a list: filters are free, and it is not the count that the history notes. */
function LeftOut({ query, standIn, onChange }: LeftOutNoteProps & { standIn: StandIn }) {
  const { name, end, bound, open } = standIn;
  const all = { [`${name}${end}`]: open };
  const within = useQuery(recordCount(query));
  const without = useQuery(breakdown('months', { ...query, ...all }, ONLY_COUNT));
  const left = within.data && without.data ? without.data.shipments - within.data.count : 0;
  if (left <= 0) return null;
  const where = `${end === 'End' ? 'above' : 'below'} ${exactDecimal(bound)}`;
  return (
    <p className="minding self-start mt-8 rounded-3 p-8-12" role="status">
      {formatShipments(left)} with a {RANGES[name].label.toLowerCase()} {where} {left === 1 ? 'is' : 'are'} left out.{' '}
      <button type="button" className="linkButton" onClick={() => onChange(all)}>
        Include {left === 1 ? 'it' : 'them'}
      </button>
    </p>
  );
}
