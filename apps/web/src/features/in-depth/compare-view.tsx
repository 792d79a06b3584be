import { NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { DEFINITIONS, dimensionOf, LIMITS, type Measure, type SearchQuery } from '@tidewaiter/contract';
import type { ReactNode } from 'react';
import {
  countsOfBoth,
  formatGrowth,
  formatMeasure,
  growth,
  measureLabel,
  measureScale,
  numberOf,
  shareOf,
} from '../../format/measures.js';
import { monthLabel } from '../../format/months.js';
import { columnUnit, formatCount } from '../../format/numbers.js';
import { tellingFirst } from '../../format/telling-first.js';
import { countriesByTrade } from '../../search/api/calls.js';
import { accessOf, dateBounds } from '../../search/model/date-bounds.js';
import { AddToReport } from '../../search/reports/add-to-report.js';
import { useSubscription } from '../../session/account.js';
import { Badge } from '../../ui/badge.js';
import { ColumnTable } from '../../ui/column-table.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { TableDownload } from '../../ui/table-download.js';
import { Analysed, AWAITED_TABLE, type ChoosingViewProps, Company, GroupName, type ViewProps } from './analysed.js';
import { DimensionSelect, MeasureSelect, OfNote, titleOf, UnitSelect, ViewHead } from './controls.js';
import { type Answer, analysisOf } from './in-depth-calls.js';
import {
  COMPARISONS,
  type Comparable,
  type Comparison,
  comparedMonths,
  comparisonOf,
  offeredMonths,
  type PeriodMonths,
  periodInWords,
  periodsOf,
  type TwoPeriods,
  withMonth,
  yearOnYear,
} from './periods.js';
import { changesFile, switchesFile } from './table-files.js';
import type { ViewChoice } from './view-address.js';
import { NotWhole } from './what-there-is.js';

const CHANGE_WORDS = { ENTERED: 'entered', LEFT: 'left', STAYED: '' } as const;

/** Growth, share shift, and who entered, left or switched supplier between two periods. */
export function CompareView(props: ChoosingViewProps) {
  const { query, choice } = props;
  const comparable = useComparable(query);
  if (!comparable) return AWAITED_TABLE;
  const months = comparedMonths(choice.periods, comparable);
  if (!months) {
    return <NothingHere says="A comparison needs at least two whole months. Widen the dates of the search." />;
  }
  return <Compared {...props} {...{ comparable, months }} periods={periodsOf(months)} />;
}

/** What a question can be compared with: the days of its countries that the subscription shows, or its own where they did not come. Null until then. */
function useComparable({ tradeType, countryCode, fromDate, toDate }: SearchQuery): Comparable | null {
  const { data: countries, isPending } = useQuery(countriesByTrade(tradeType));
  const { data: subscription, isPending: isOpen } = useSubscription();
  const asked = { from: fromDate, to: toDate };
  if (isPending || isOpen) return null;
  if (!countries || !subscription) return { asked, seen: asked };
  const asks = countries.filter(({ shortcode }) => countryCode.includes(shortcode));
  return { asked, seen: dateBounds(asks, tradeType, { access: accessOf(subscription) }) ?? asked };
}

interface ComparedProps extends ChoosingViewProps {
  comparable: Comparable;
  months: PeriodMonths;
  periods: TwoPeriods;
}

/** How the two periods came about, in words. */
const HOW: Record<Comparison, string> = {
  year: 'The last whole months of the search, a year at most, against the same months of the year before.',
  halves: 'The last whole months of the search against as many before them.',
  own: 'Two periods as you have chosen them, of all that your subscription shows.',
};

function Compared({ query, address, comparable, months, periods, ...chosen }: ComparedProps) {
  const { rows: by, measure, unit } = chosen.choice;
  const comparison = comparisonOf(chosen.choice.periods, comparable);
  const asked = { ...periods, by, unit, orderBy: measure };
  const answer = useQuery(analysisOf('comparePeriods', query, asked));
  const queries = useQueryClient();
  const whole = () => queries.fetchQuery(analysisOf('comparePeriods', query, { ...asked, top: LIMITS.reachableRows }));
  return (
    <>
      <ViewHead how={`${HOW[comparison]} Months that are cut are left out, so that growth compares like with like.`}>
        <ComparisonSelect {...{ comparable, comparison, months }} onChoose={chosen.onChoose} />
        <DimensionSelect label="By" query={query} {...chosen} />
        <MeasureSelect {...chosen} />
        <UnitSelect found={answer.data} {...chosen} />
      </ViewHead>
      <Analysed answer={answer} nothing={whyNothing}>
        {(found) => (
          <>
            <Summary found={found} query={query} choice={chosen.choice} />
            <NotWhole query={query} days={{ from: periods.before.from, to: periods.after.to }} />
            <OfNote
              measure={measure}
              unit={found.unit}
              total={countsOfBoth(found.total)}
              scale={scaleOf(found, measure)}
            />
            <Changes found={found} query={query} address={address} choice={chosen.choice} />
            <TableDownload of="what changed" file={async () => changesFile(await whole(), query, chosen.choice)}>
              <AddToReport
                figures={{
                  title: `Changes by ${titleOf(by, query)}`,
                  question: query,
                  chart: 'NONE',
                  asks: { comparison: asked },
                }}
              />
            </TableDownload>
            <Switched found={found}>
              <TableDownload of="who switched supplier" file={async () => switchesFile(await whole(), query)} />
            </Switched>
          </>
        )}
      </Analysed>
    </>
  );
}

interface ComparisonSelectProps extends Pick<ChoosingViewProps, 'onChoose'> {
  comparable: Comparable;
  comparison: Comparison;
  months: PeriodMonths;
}

/** The ends of the two periods: what each is called to those who see only it. */
const ENDS = ['First period from', 'First period to', 'Second period from', 'Second period to'] as const;

/** Chooses how the periods come about; any two by their first and last months. */
function ComparisonSelect({ comparable, comparison, months, onChoose }: ComparisonSelectProps) {
  const offered = offeredMonths(comparable);
  const options = (Object.keys(COMPARISONS) as Comparison[]).filter((one) => one !== 'year' || yearOnYear(comparable));
  function choose(end: number, month: string) {
    const changed = withMonth(months, end, month, offered);
    if (changed) onChoose({ periods: changed });
  }

  return (
    <>
      <NativeSelect
        label="Compare"
        size="xs"
        value={comparison}
        data={options.map((value) => ({ value, label: COMPARISONS[value] }))}
        onChange={({ currentTarget: { value } }) => onChoose({ periods: value === 'own' ? months.join('.') : value })}
      />
      {comparison === 'own' &&
        ENDS.map((name, end) => (
          <NativeSelect
            key={name}
            label={end % 2 === 0 ? name : 'to'}
            aria-label={name}
            size="xs"
            value={months[end] ?? ''}
            data={offered.map((month) => ({ value: month, label: monthLabel(month) }))}
            onChange={({ currentTarget: { value } }) => choose(end, value)}
          />
        ))}
    </>
  );
}

type Period = NonNullable<Answer<'comparePeriods'>['before']>;

/** A period in words, with a mark where some of it could not be compared. */
const markedPeriod = (period: Period) => `${periodInWords(period)}${period.leftOut.length > 0 ? '*' : ''}`;

function whyNothing({ before, after, total }: Answer<'comparePeriods'>): string | null {
  if (!before || !after) return 'Your subscription shows no whole month of one of the two periods.';
  const empty = total.before.shipments === 0 && total.after.shipments === 0;
  return empty ? 'Neither period has any records.' : null;
}

interface FoundProps {
  found: Answer<'comparePeriods'>;
  query: SearchQuery;
  choice: ViewChoice;
}

function Summary({ found: { unit, before, after, total, counts }, query, choice: { rows, measure } }: FoundProps) {
  if (!before || !after) return null;
  const percent = growth(numberOf(measure, total.before), numberOf(measure, total.after));
  const leftOut = [...before.leftOut, ...after.leftOut];
  return (
    <p className="readable" role="status">
      <b>{formatGrowth(percent)}</b> from {periodInWords(before)} to {periodInWords(after)}.{' '}
      {measureLabel(measure, unit)}: {formatMeasure(measure, total.before).text} →{' '}
      {formatMeasure(measure, total.after).text}. By {titleOf(rows, query).toLowerCase()}, {formatCount(counts.ENTERED)}{' '}
      entered, {formatCount(counts.LEFT)} left, {formatCount(counts.STAYED)} stayed.
      {dimensionOf(rows).party && ` ${DEFINITIONS.entered}`}
      {leftOut.length > 0 && ` * Left out, since they are incomplete: ${new Intl.ListFormat('en').format(leftOut)}.`}
      {before.months !== after.months &&
        ` The periods are not equally long: ${before.months} against ${after.months} months.`}
    </p>
  );
}

/** The unit of what stands below each other in both periods. */
const scaleOf = ({ items }: Answer<'comparePeriods'>, measure: Measure) =>
  measureScale(
    measure,
    items.flatMap(({ before, after }) => [before, after]),
  );

function Changes({ found, query, address, choice: { rows, measure } }: FoundProps & ViewProps) {
  const { before, after, items, total } = found;
  const textOf = tellingFirst(items.map(({ name, hs_description }) => ({ code: name, text: hs_description })));
  if (!before || !after) return null;
  const whole = { before: numberOf(measure, total.before), after: numberOf(measure, total.after) };
  const scale = scaleOf(found, measure);
  return (
    <ColumnTable
      label={`What changed by ${titleOf(rows, query)}`}
      rows={items}
      keyOf={({ name }) => name}
      columns={[
        {
          ...{ name: titleOf(rows, query), isHead: true },
          cell: ({ name, change }) => (
            <>
              <GroupName {...{ query, address }} dimension={rows} name={name} description={textOf(name)} />
              {name !== '' && CHANGE_WORDS[change] && <Badge mind={change === 'LEFT'}>{CHANGE_WORDS[change]}</Badge>}
            </>
          ),
        },
        {
          ...{ name: markedPeriod(before), isNumber: true },
          cell: (item) => formatMeasure(measure, item.before, scale).text,
          look: (item) => ({ title: formatMeasure(measure, item.before).title }),
        },
        {
          ...{ name: markedPeriod(after), isNumber: true },
          cell: (item) => formatMeasure(measure, item.after, scale).text,
          look: (item) => ({ title: formatMeasure(measure, item.after).title }),
        },
        {
          ...{ name: 'Growth', isNumber: true },
          cell: (item) => formatGrowth(growth(numberOf(measure, item.before), numberOf(measure, item.after))),
        },
        measure !== 'UNIT_PRICE' && {
          ...{ name: 'Share, change', isNumber: true, isWide: true },
          cell: (item) => {
            const share = shareOf(numberOf(measure, item.after), whole.after);
            const shift = share - shareOf(numberOf(measure, item.before), whole.before);
            return (
              <>
                {share.toFixed(1)}%{' '}
                <span className="soft">
                  {shift > 0 ? '+' : shift < 0 ? '−' : ''}
                  {Math.abs(shift).toFixed(1)}
                </span>
              </>
            );
          },
        },
      ]}
    />
  );
}

function Switched({
  found: { switched, switchedCount },
  children,
}: {
  found: Answer<'comparePeriods'>;
  children: ReactNode;
}) {
  if (switchedCount === 0) return null;
  const worth = columnUnit(switched.flatMap(({ before, after }) => [before, after]));
  return (
    <section aria-label="Importers that switched supplier" className="stack gap-12">
      <h2 className="text">
        Switched supplier <span className="soft">{formatCount(switchedCount)} importers</span>
      </h2>
      <p className="soft small readable">{DEFINITIONS.switched}</p>
      <ColumnTable
        label="Importers whose largest exporter is another one now"
        rows={switched}
        keyOf={({ importer }) => importer}
        columns={[
          { name: 'Importer', isHead: true, cell: ({ importer }) => <Company name={importer} /> },
          { name: 'From', cell: ({ from }) => <Company name={from} /> },
          { name: 'To', cell: ({ to }) => <Company name={to} /> },
          { name: `Bought before, ${worth.of('USD')}`, isNumber: true, cell: ({ before }) => worth.write(before) },
          { name: `Bought now, ${worth.of('USD')}`, isNumber: true, cell: ({ after }) => worth.write(after) },
        ]}
      />
      {children}
    </section>
  );
}
