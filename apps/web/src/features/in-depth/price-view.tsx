import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { displayDate } from '@tidewaiter/contract';
import { useCallback } from 'react';
import { monthLabel } from '../../format/months.js';
import { columnUnit, exactDecimal, formatCount, formatPrice, formatShipments } from '../../format/numbers.js';
import { oneOfUnit, quantitiesInWords, unitInWords } from '../../format/quantities.js';
import { AddToReport } from '../../search/reports/add-to-report.js';
import { Chart, type ChartTheme } from '../../ui/chart.js';
import { ColumnTable } from '../../ui/column-table.js';
import { Figures } from '../../ui/figures.js';
import { TableDownload } from '../../ui/table-download.js';
import { Analysed, type ChoosingViewProps, Company, type ViewProps } from './analysed.js';
import { UnitSelect, ViewHead } from './controls.js';
import { type Answer, analysisOf } from './in-depth-calls.js';
import { outliersFile, priceMonthsFile } from './table-files.js';
import { priceOption } from './trend-options.js';

/** What a unit costs: median, quartiles, trend, and the records whose price stands apart. Units are never mixed. */
export function PriceView({ query, address, ...chosen }: ChoosingViewProps) {
  const answer = useQuery(analysisOf('unitPrices', query, { unit: chosen.choice.unit }));
  return (
    <>
      <ViewHead how="USD per standard unit; by net weight where no standard quantity is stated. Half of all shipments cost between the quartiles. Only records with a value and a quantity in this unit count.">
        <UnitSelect found={answer.data} {...chosen} />
      </ViewHead>
      <Analysed answer={answer} nothing={whyNothing}>
        {(found) => (
          <>
            <Prices found={found} />
            <Trend found={found} />
            <TableDownload of="unit prices by month" file={() => priceMonthsFile(found, query)}>
              <AddToReport
                figures={{
                  ...{ title: 'Unit prices by month', question: query, chart: 'NONE' },
                  asks: { prices: { unit: found.unit } },
                }}
              />
              <AddToReport
                figures={{
                  ...{ title: 'Unusual prices beside their like', question: query, chart: 'NONE' },
                  asks: { unusualPrices: { unit: found.unit } },
                }}
              />
            </TableDownload>
            <Outliers found={found} address={address} query={query} />
          </>
        )}
      </Analysed>
    </>
  );
}

function whyNothing({ total, unit, units, leftOut }: Answer<'unitPrices'>): string | null {
  if (total) return null;
  if (leftOut === 0) return 'This question finds no records.';
  return `None of the ${formatShipments(leftOut)} states both a value and a quantity${unit && ` in ${unitInWords(unit)}`}, so there is no unit price. ${statedInWords(units, leftOut)}`;
}

/** What there is in place of a price. */
function statedInWords(units: Answer<'unitPrices'>['units'], shipments: number): string {
  const stated = units.map(({ unit, quantity, measured }) => ({ unit, quantity, shipments: measured }));
  return `Stated is: ${quantitiesInWords(shipments, stated)}.`;
}

function Prices({ found: { total, unit, leftOut } }: { found: Answer<'unitPrices'> }) {
  if (!total) return null;
  return (
    <>
      <Figures
        unit={`USD / ${oneOfUnit(unit)}`}
        figures={[
          ['Lower quartile', formatPrice(total.quartile1)],
          ['Median', formatPrice(total.median)],
          ['Upper quartile', formatPrice(total.quartile3)],
          ['Weighted average', formatPrice(total.average)],
        ]}
      />
      <p className="soft small readable">
        From {formatShipments(total.shipments)}, between {formatPrice(total.lowest)} and {formatPrice(total.highest)}.
        {leftOut > 0 && ` Left out: ${formatShipments(leftOut)} in other units, or without a value or a quantity.`}
      </p>
    </>
  );
}

function Trend({ found }: { found: Answer<'unitPrices'> }) {
  const { months, unit } = found;
  const option = useCallback((theme: ChartTheme) => priceOption(months, unit, theme), [months, unit]);
  return (
    <div className="side-by-side items-start gap-24">
      <Chart option={option} title={`Unit price in USD per ${oneOfUnit(unit)} by month: median and quartiles`} />
      <ColumnTable
        label="Unit prices by month"
        rows={months}
        keyOf={({ month }) => month}
        columns={[
          { name: 'Month', isHead: true, cell: ({ month }) => monthLabel(month) },
          { name: 'Lower quartile', isNumber: true, cell: ({ quartile1 }) => formatPrice(quartile1) },
          { name: 'Median', isNumber: true, cell: ({ median }) => formatPrice(median) },
          { name: 'Upper quartile', isNumber: true, cell: ({ quartile3 }) => formatPrice(quartile3) },
          { name: 'Shipments', isNumber: true, isWide: true, cell: ({ shipments }) => formatCount(shipments) },
        ]}
      />
    </div>
  );
}

function Outliers({ found, query, address }: { found: Answer<'unitPrices'> } & ViewProps) {
  const { outliers, outlierCount, fences } = found;
  if (!fences) return null;
  if (outlierCount === 0) {
    return (
      <p className="soft small readable">
        No price is unusual: one would be below {formatPrice(fences.low)} or above {formatPrice(fences.high)}, farther
        from the quartiles than prices of one market usually are.
      </p>
    );
  }
  const worth = columnUnit(outliers.map(({ value_usd }) => value_usd));
  return (
    <section aria-label="Unusual prices" className="stack gap-12">
      <h2 className="text">
        Unusual prices <span className="soft">{formatShipments(outlierCount)}</span>
      </h2>
      <p
        className="soft small readable"
        title="By more than one and a half times their distance, on a scale of factors"
      >
        Below {formatPrice(fences.low)} or above {formatPrice(fences.high)}: farther from the quartiles than prices of
        one market usually are. A unit or a quantity may have been written down wrongly: look at them before you trust
        them. The largest values come first.
      </p>
      <ColumnTable
        label="Records with an unusual unit price"
        rows={outliers}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Date', cell: ({ date }) => displayDate(date) },
          {
            name: 'HS code',
            cell: ({ hs_code }) => (
              <Link to="/list1" search={{ ...address, page: undefined, hsCodeList: [hs_code] }}>
                {hs_code}
              </Link>
            ),
          },
          { name: 'Importer', cell: ({ importer }) => <Company name={importer} /> },
          { name: 'Exporter', isWide: true, cell: ({ exporter }) => <Company name={exporter} /> },
          {
            ...{ name: `Value, ${worth.of('USD')}`, isNumber: true, isWide: true },
            cell: ({ value_usd }) => worth.write(value_usd),
            look: ({ value_usd }) => ({ title: exactDecimal(value_usd) }),
          },
          { name: 'Unit price', isNumber: true, cell: ({ price }) => formatPrice(price) },
        ]}
      />
      <TableDownload of="unusual prices" file={() => outliersFile(found, query)} />
    </section>
  );
}
