import { Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  DEFINITIONS,
  displayDate,
  LIMITS,
  type PartyChange,
  type PartyOrder,
  type TradeType,
} from '@tidewaiter/contract';
import { Suspense, useState } from 'react';
import { formatMeasure, measureLabel, shareOf } from '../../format/measures.js';
import { monthLabel } from '../../format/months.js';
import {
  averagePrice,
  columnUnit,
  exactDecimal,
  formatCount,
  formatDecimal,
  formatPrice,
  shortAmount,
} from '../../format/numbers.js';
import { oneOfUnit } from '../../format/quantities.js';
import { ListedWords, OnAList } from '../../search/lists/list-choice.js';
import { AddToReport } from '../../search/reports/add-to-report.js';
import { Badge } from '../../ui/badge.js';
import { ColumnTable } from '../../ui/column-table.js';
import { ListPages } from '../../ui/list-pages.js';
import { TableDownload } from '../../ui/table-download.js';
import { Analysed, type ChoosingViewProps, GroupName, type ViewProps } from './analysed.js';
import { UnitSelect, ViewHead } from './controls.js';
import { type Answer, analysisOf } from './in-depth-calls.js';
import { BUYERS, REST, restOfMarket, SIDE_BY_SIDE, type Side, SUPPLIERS } from './market-sides.js';
import { partiesFile } from './table-files.js';
import { TickedParties } from './ticked-parties.js';
import type { Choosing } from './view-address.js';

type Market = Answer<'marketParties'>;
type Party = Market['parties'][number];

/** Parties on a page. */
const PAGE = 50;

/** Who buys what the question finds. */
export const BuyersView = (props: ChoosingViewProps) => <PartiesView side={BUYERS} {...props} />;

/** Who supplies it. */
export const SuppliersView = (props: ChoosingViewProps) => <PartiesView side={SUPPLIERS} {...props} />;

/** The parties of one side of a market, to be compared: how much, since when, with whom, at what price beside the market's. */
function PartiesView({ side, query, address, choice, onChoose, listed, onList }: ChoosingViewProps & { side: Side }) {
  const { unit, order, became } = choice;
  const { list } = listed;
  const [page, setPage] = useState(0);
  const [ticked, setTicked] = useState<readonly Party[]>([]);
  const pages = { pageNumber: page, numberOfRecords: PAGE };
  const asked = { by: side.by, unit, orderBy: order, change: became, ...(list !== null && listed), ...pages };
  const answer = useQuery(analysisOf('marketParties', query, asked));
  const choosing: Choosing = {
    choice,
    onChoose(part) {
      setPage(0);
      // What was ticked was measured in another unit.
      if ('unit' in part) setTicked([]);
      onChoose(part);
    },
  };
  return (
    <>
      <ViewHead how="A name leads to its records. Prices outside the range of the middle half of all shipments are marked.">
        <OrderSelect {...choosing} />
        <BecameSelect market={answer.data} side={side} {...choosing} />
        <UnitSelect found={answer.data} {...choosing} />
        <Suspense>
          <OnAList
            choice={listed}
            many={side.many}
            onChoose={(next) => {
              setPage(0);
              onList(next);
            }}
          />
        </Suspense>
      </ViewHead>
      <Analysed answer={answer} nothing={(market) => whyNone(market, side, became ?? listed.onList)}>
        {(market) => (
          <>
            <p className="soft small readable">{marketInWords(market)}</p>
            {list !== null && market.listed && (
              <p role="status" className="soft small readable">
                <ListedWords
                  {...{ list, many: side.many, all: { ...market, companies: countOf(market, null) } }}
                  listed={{ ...market.listed, companies: market.listed.parties }}
                />{' '}
                {market.listed.parties > 0 && 'They are marked ✓.'}
              </p>
            )}
            <TickedParties {...{ side, query }} names={ticked.map(({ name }) => name)} onClear={() => setTicked([])} />
            <SideBySide {...{ market, side, query, ticked }} />
            <PartyTable {...{ market, side, query, address, ticked }} first={page * PAGE} onTick={setTicked} />
            <ListPages
              label={`Pages of ${side.many}`}
              {...{ page, pageSize: PAGE, total: market.matching, onPage: setPage }}
            />
            <TableDownload of={side.many} file={() => partiesFile(market, query, side)}>
              <AddToReport
                figures={{
                  ...{ title: `${side.one}s`, question: query, chart: 'BARS' },
                  asks: { pivot: { rows: side.by, topRows: LIMITS.topItems } },
                }}
              />
            </TableDownload>
          </>
        )}
      </Analysed>
    </>
  );
}

const countOf = ({ counts }: Market, became: PartyChange | null) =>
  became ? counts[became] : counts.NEW + counts.LOST + counts.STAYED;

function whyNone({ parties, shipments }: Market, { many }: Side, chosen: string | null): string | null {
  if (parties.length > 0) return null;
  if (shipments === 0) return 'This question finds no records.';
  return chosen ? `None of the ${many} match. Choose All to see the others.` : `No record states its ${many}.`;
}

/** What the figures of each are held against. */
function marketInWords({ market, unit, recent, counts }: Market): string {
  const price =
    market &&
    `Half of all shipments cost USD ${formatPrice(market.quartile1)} to ${formatPrice(market.quartile3)} per ${oneOfUnit(unit)}, the median is ${formatPrice(market.median)}.`;
  const change =
    recent &&
    `New since ${displayDate(recent.from)}: ${formatCount(counts.NEW)}; without a shipment since then: ${formatCount(counts.LOST)}. ${DEFINITIONS.new}`;
  return [price, change].filter(Boolean).join(' ');
}

const ORDERS: Record<PartyOrder, string> = {
  VALUE: 'Value',
  SHIPMENTS: 'Shipments',
  QUANTITY: 'Quantity',
  UNIT_PRICE: 'Unit price',
  FIRST: 'Newest first shipment',
  LAST: 'Latest shipment',
};

function OrderSelect({ choice, onChoose }: Choosing) {
  return (
    <NativeSelect
      label="Order by"
      size="xs"
      value={choice.order}
      data={Object.entries(ORDERS).map(([value, label]) => ({ value, label }))}
      onChange={({ currentTarget }) => onChoose({ order: currentTarget.value })}
    />
  );
}

const CHANGES: Record<PartyChange, string> = { NEW: 'New', LOST: 'Lost', STAYED: 'Stayed' };

function BecameSelect({ market, side, choice, onChoose }: Choosing & { market: Market | undefined; side: Side }) {
  const counted = (change: PartyChange | null) => (market ? ` (${formatCount(countOf(market, change))})` : '');
  const changes = Object.entries(CHANGES) as [PartyChange, string][];
  return (
    <NativeSelect
      label="Show"
      size="xs"
      value={choice.became ?? ''}
      disabled={market?.recent === null}
      data={[
        { value: '', label: `All ${side.many}${counted(null)}` },
        ...changes.map(([value, label]) => ({ value, label: `${label}${counted(value)}` })),
      ]}
      onChange={({ currentTarget }) => onChoose({ became: currentTarget.value || undefined })}
    />
  );
}

interface PartiesProps extends ViewProps {
  market: Market;
  side: Side;
  ticked: readonly Party[];
}

/** Where a price lies beside those which half of all shipments have. */
function priceMark(price: number | null, { market }: Market): { mark: string; words: string } | null {
  if (price === null || !market) return null;
  if (price < market.quartile1) return { mark: '▾', words: 'below the market' };
  return price > market.quartile3 ? { mark: '▴', words: 'above the market' } : null;
}

function Price({ party, market }: { party: Party; market: Market }) {
  const price = averagePrice(party.total);
  const marked = priceMark(price, market);
  return (
    <>
      {marked && (
        <span className="soft" title={marked.words}>
          <span aria-hidden="true">{marked.mark} </span>
          <span className="visually-hidden">{marked.words}: </span>
        </span>
      )}
      {formatPrice(price)}
    </>
  );
}

const share = ({ total }: Party, { value_usd }: Market) =>
  `${formatDecimal(shareOf(Number(total.value_usd), Number(value_usd)).toFixed(4), 1)}%`;

/** Draws the value of each month as a bar; those who listen are told the first, the last and the largest. */
function Trend({ party, months }: { party: Party; months: readonly string[] }) {
  const values = party.months.map(Number);
  const most = Math.max(...values, 0);
  const largest = values.indexOf(most);
  const [first = '', last = '', best = ''] = [months[0], months.at(-1), months[largest]].map(
    (month) => month && monthLabel(month),
  );
  const words = `${first}: USD ${shortAmount(party.months[0] ?? '0')}, ${last}: USD ${shortAmount(party.months.at(-1) ?? '0')}, most in ${best}: USD ${shortAmount(party.months[largest] ?? '0')}`;
  return (
    <svg
      className="block"
      width={72}
      height={HEIGHT}
      fill="var(--series-line)"
      viewBox={`0 0 ${months.length * BAR} ${HEIGHT}`}
      role="img"
      aria-label={words}
    >
      <title>{words}</title>
      {values.map((value, at) => {
        const height = most > 0 && value > 0 ? Math.max(1, (value / most) * HEIGHT) : 0;
        return <rect key={months[at]} x={at * BAR} y={HEIGHT - height} width={BAR - 1} height={height} />;
      })}
    </svg>
  );
}

/** Of a bar, in pixels: its width with the gap beside it, and the height of the largest. */
const BAR = 6;
const HEIGHT = 20;

/** How many there are, and the largest by name. */
function someInWords({ count, names }: Party['partners']): string {
  const rest = count - names.length;
  return rest > 0 ? `${names.join(', ')} and ${formatCount(rest)} more` : names.join(', ');
}

const countriesTitle = (trade: TradeType) => (trade === 'IMPORT' ? 'From' : 'To');

function Change({ party: { change } }: { party: Party }) {
  return change === 'STAYED' ? null : <Badge mind={change === 'LOST'}>{CHANGES[change]}</Badge>;
}

/** Stands before a name, since a long one leaves no room behind it. */
function ListedMark() {
  return (
    <span className="soft" title="On the list">
      <span aria-hidden="true">✓ </span>
      <span className="visually-hidden">On the list: </span>
    </span>
  );
}

/** A party by its place, or all that are none of them. */
type PartyRow = Party & { rank: number | null };

const NOBODY: Omit<Party, 'name' | 'total'> = {
  ...{ first: '', last: '', change: 'STAYED', isListed: false, months: [] },
  ...{ partners: { count: 0, names: [] }, countries: { count: 0, names: [] } },
};

interface PartyTableProps extends PartiesProps {
  /** How many come before this page. */
  first: number;
  onTick: (ticked: readonly Party[]) => void;
}

function PartyTable({ market, side, query, address, ticked, first, onTick }: PartyTableProps) {
  const isTicked = (party: Party) => ticked.some(({ name }) => name === party.name);
  const tick = (party: Party) =>
    onTick(isTicked(party) ? ticked.filter(({ name }) => name !== party.name) : [...ticked, party]);
  const isFull = ticked.length >= SIDE_BY_SIDE.most;
  const scales = scalesOf(market.parties);
  const ranked: PartyRow[] = market.parties.map((party, at) => ({ ...party, rank: first + at + 1 }));
  const rest: PartyRow = { ...NOBODY, name: REST, total: restOfMarket(market), rank: null };
  return (
    <ColumnTable
      label={`${side.one}s of the question`}
      rows={ranked}
      foot={rest.total.shipments > 0 ? [rest] : []}
      keyOf={({ rank }) => rank ?? 'rest'}
      kindOf={({ rank }) => (rank === null ? 'others' : undefined)}
      columns={[
        {
          name: 'Compare',
          isScreen: true,
          cell: (party) =>
            party.rank !== null && (
              <Checkbox
                size="xs"
                aria-label={`Compare ${party.name}`}
                checked={isTicked(party)}
                disabled={isFull && !isTicked(party)}
                onChange={() => tick(party)}
              />
            ),
        },
        { name: 'Rank', isNumber: true, isWide: true, cell: ({ rank }) => rank !== null && formatCount(rank) },
        {
          ...{ name: side.one, isHead: true },
          cell: (party) =>
            party.rank === null ? (
              party.name
            ) : (
              <>
                {party.isListed && <ListedMark />}
                <GroupName {...{ query, address }} dimension={side.by} name={party.name} /> <Change party={party} />
              </>
            ),
        },
        {
          ...{ name: measureLabel('VALUE', '', scales.value), isNumber: true },
          cell: ({ total }) => scales.value.write(total.value_usd),
          look: ({ total }) => ({ title: exactDecimal(total.value_usd), className: 'strong' }),
        },
        { name: 'Share', isNumber: true, isWide: true, cell: (party) => share(party, market) },
        { name: 'Shipments', isNumber: true, cell: ({ total }) => formatCount(total.shipments) },
        {
          ...{
            name: measureLabel('QUANTITY', market.unit, scales.quantity),
            isNumber: true,
            isWide: true,
          },
          cell: ({ total }) => formatMeasure('QUANTITY', total, scales.quantity).text,
          look: ({ total }) => ({ title: formatMeasure('QUANTITY', total).title }),
        },
        {
          ...{ name: `USD / ${oneOfUnit(market.unit) || 'unit'}`, isNumber: true },
          cell: (party) => (party.rank === null ? null : <Price {...{ party, market }} />),
          look: ({ total }) => ({ title: formatMeasure('UNIT_PRICE', total).title }),
        },
        market.months.length > 1 && {
          ...{ name: `${market.months.length} months`, isWide: true },
          cell: (party) => party.rank !== null && <Trend party={party} months={market.months} />,
        },
        {
          ...{ name: 'First', isWide: true },
          cell: ({ first }) => first && displayDate(first),
          look: () => ({ className: 'one-line' }),
        },
        {
          ...{ name: 'Last', isWide: true },
          cell: ({ last }) => last && displayDate(last),
          look: () => ({ className: 'one-line' }),
        },
        {
          ...{ name: side.partners, isNumber: true, isWide: true },
          cell: ({ rank, partners }) => rank !== null && formatCount(partners.count),
          look: ({ partners }) => ({ title: someInWords(partners) }),
        },
        {
          ...{ name: countriesTitle(query.tradeType), isWide: true },
          cell: ({ countries: { count, names } }) => (count > 1 ? `${names[0]} +${formatCount(count - 1)}` : names[0]),
          look: ({ countries }) => ({ title: someInWords(countries), className: 'cut', style: { maxWidth: 160 } }),
        },
      ]}
    />
  );
}

/** The units of what stands beside each other of some parties. */
const scalesOf = (parties: readonly Party[]) => ({
  value: columnUnit(parties.map(({ total }) => total.value_usd)),
  quantity: columnUnit(parties.map(({ total }) => total.quantity)),
});

/** Those that are ticked, a column each. */
function SideBySide({ market, side, query, ticked }: Omit<PartiesProps, 'address'>) {
  if (ticked.length < SIDE_BY_SIDE.least) return null;
  const scales = scalesOf(ticked);
  const rows: { figure: string; of: (party: Party) => React.ReactNode }[] = [
    { figure: measureLabel('VALUE', '', scales.value), of: ({ total }) => scales.value.write(total.value_usd) },
    { figure: 'Share', of: (party) => share(party, market) },
    { figure: 'Shipments', of: ({ total }) => formatCount(total.shipments) },
    {
      figure: measureLabel('QUANTITY', market.unit, scales.quantity),
      of: ({ total }) => formatMeasure('QUANTITY', total, scales.quantity).text,
    },
    { figure: `USD / ${oneOfUnit(market.unit) || 'unit'}`, of: (party) => <Price {...{ party, market }} /> },
    { figure: 'By month', of: (party) => <Trend party={party} months={market.months} /> },
    { figure: 'First shipment', of: ({ first }) => displayDate(first) },
    { figure: 'Last shipment', of: ({ last }) => displayDate(last) },
    { figure: side.partners, of: ({ partners }) => `${formatCount(partners.count)}: ${someInWords(partners)}` },
    { figure: countriesTitle(query.tradeType), of: ({ countries }) => someInWords(countries) },
  ];
  return (
    <section aria-label="Side by side" className="stack gap-12">
      <h2 className="text">Side by side</h2>
      <ColumnTable
        label="Side by side"
        rows={rows}
        keyOf={({ figure }) => figure}
        columns={[
          { name: 'Figure', isHead: true, cell: ({ figure }) => figure },
          ...ticked.map((party) => ({
            id: party.name,
            name: party.name,
            cell: ({ of }: (typeof rows)[number]) => of(party),
            look: () => ({ className: 'many-lines', style: { maxWidth: 240 } }),
          })),
        ]}
      />
    </section>
  );
}
