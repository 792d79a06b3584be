import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ListedDimension, SearchQuery } from '@tidewaiter/contract';
import { addressOf } from '@tidewaiter/contract';
import { averagePrice, formatCount, formatPrice, formatShipments, shortAmount } from '../../format/numbers.js';
import {
  ofShipments,
  oneOfUnit,
  otherCurrenciesInWords,
  quantitiesInWords,
  unitInWords,
  valueInWords,
} from '../../format/quantities.js';
import { type RecordPage, recordCount } from '../../search/api/calls.js';
import { type Breakdown, breakdown, ONLY_COUNT, quantities } from '../../search/api/list-calls.js';
import { distinctInWords, NONE_STATED, SummaryCard, SummaryRow } from '../../search/summary-card.js';
import { recordsInWords } from './export-words.js';
import { answerFacts } from './results-head.js';

/** The figures of a search: each arrives, fails and is asked for again by itself. */
export function SummaryCards({ query, page }: { query: SearchQuery; page: RecordPage | undefined }) {
  return (
    <SummaryRow compact>
      <ShipmentsCard query={query} page={page} />
      <DistinctCard label="Importers" list="importers" query={query} view="buyers" />
      <DistinctCard label="Exporters" list="exporters" query={query} view="suppliers" />
      <DistinctCard label="HS codes" list="hsCodes" query={query} />
      <ValueCard query={query} />
      <QuantityCards query={query} />
    </SummaryRow>
  );
}

/** Records, but where they state house bills: records of one are one shipment, and how many records these are stands beside it. */
function ShipmentsCard({ query, page }: { query: SearchQuery; page: RecordPage | undefined }) {
  const records = useQuery(recordCount(query));
  const byBill = useQuery(quantities(query)).data?.shipmentsByBill ?? null;
  const label = byBill === null ? 'Shipments' : `Shipments (${recordsInWords(records.data?.count ?? 0)})`;
  return (
    <SummaryCard
      label={label}
      figure={records}
      show={({ count }) => formatCount(byBill ?? count)}
      exact={({ count }) =>
        byBill === null
          ? formatCount(count)
          : `${formatShipments(byBill)} by their house bills, in ${recordsInWords(count)}`
      }
      hint={page && answerFacts(page, records.data?.elapsedMs)}
    />
  );
}

interface DistinctCardProps {
  label: string;
  list: ListedDimension;
  query: SearchQuery;
  /** The view of the in-depth analysis that tells them one by one. */
  view?: 'buyers' | 'suppliers';
}

function DistinctCard({ label, list, query, view }: DistinctCardProps) {
  const answer = useQuery(breakdown(list, query, ONLY_COUNT));
  const way = (text: string, { distinctCount }: { distinctCount: number }) =>
    view && distinctCount > 0 ? (
      <Link
        to="/indepthAnalysis"
        search={{ ...addressOf(query), view }}
        aria-label={`${text} ${label}: compare them`}
        title="Compare them: volumes, prices, who is new"
      >
        {text}
      </Link>
    ) : (
      text
    );
  return <SummaryCard label={label} figure={answer} show={distinctInWords} way={way} />;
}

/** Every list carries the totals; the months are asked for in any case. What has no value in USD is said in its own currency. */
function ValueCard({ query }: { query: SearchQuery }) {
  const answer: UseQueryResult<Breakdown> = useQuery(breakdown('months', query));
  const { data: amounts } = useQuery(quantities(query));
  const others = amounts?.otherCurrencies ?? [];
  const without = answer.data ? answer.data.shipments - answer.data.valued : 0;
  const [largest] = others;
  return (
    <SummaryCard
      label={without > 0 ? `Value (${formatCount(without)} without USD)` : 'Value'}
      figure={answer}
      show={({ totalUsd, valued, shipments }) => {
        if (valued > 0 || shipments === 0) return `USD ${shortAmount(totalUsd)}`;
        if (largest) return `${largest.currency} ${shortAmount(largest.value)}`;
        return amounts ? NONE_STATED : '–';
      }}
      exact={({ totalUsd, valued, shipments }) =>
        [valueInWords(totalUsd, { valued, shipments }), otherCurrenciesInWords(others)].filter(Boolean).join('; ')
      }
    />
  );
}

/**
 * The unit with the largest value stands for all: quantities of different units are never added, and the others are named. What has no
 * quantity is counted beside it.
 */
function QuantityCards({ query }: { query: SearchQuery }) {
  const answer = useQuery(quantities(query));
  const unit = answer.data?.units[0]?.unit;
  const others = (answer.data?.units.length ?? 0) - 1;
  const without = answer.data?.without ?? 0;
  const beside = [
    others > 0 && `+${others} ${others === 1 ? 'unit' : 'units'}`,
    without > 0 && `${formatCount(without)} ${without === 1 ? 'has' : 'have'} none`,
  ].filter(Boolean);
  return (
    <>
      <SummaryCard
        label={
          unit ? `Quantity, ${unitInWords(unit)}${beside.length > 0 ? ` (${beside.join('; ')})` : ''}` : 'Quantity'
        }
        figure={answer}
        show={({ units: [largest] }) => (largest ? shortAmount(largest.quantity) : NONE_STATED)}
        exact={({ units, without }) =>
          quantitiesInWords(
            units.reduce((sum, { measured }) => sum + measured, without),
            units.map(({ unit, quantity, measured: shipments }) => ({ unit, quantity, shipments })),
          ) || NONE_STATED
        }
      />
      <SummaryCard
        label={unit ? `Average USD per ${oneOfUnit(unit)}` : 'Unit price'}
        figure={answer}
        show={({ units: [largest] }) => formatPrice(largest ? averagePrice(largest) : null)}
        exact={({ units }) =>
          units
            .map(
              (one) =>
                `USD ${formatPrice(averagePrice(one))} per ${oneOfUnit(one.unit)}, of ${ofShipments(one.priced, one.shipments)}`,
            )
            .join('; ') || NONE_STATED
        }
      />
    </>
  );
}
