import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { displayDate } from '@tidewaiter/contract';
import { useCallback } from 'react';
import { exactDecimal, formatCount, formatPrice, formatShipments, shortAmount } from '../../format/numbers.js';
import { quantitiesInWords } from '../../format/quantities.js';
import { CompanyLink } from '../../search/company-link.js';
import { Chart, type ChartTheme } from '../../ui/chart.js';
import { DataTable } from '../../ui/data-table.js';
import { Figures } from '../../ui/figures.js';
import { TableDownload } from '../../ui/table-download.js';
import { Analysed, type ChoosingViewProps, type ViewProps } from './analysed.js';
import { UnitSelect, ViewHead } from './controls.js';
import classes from './in-depth.module.css';
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
            <TableDownload of="unit prices by month" file={() => priceMonthsFile(found, query)} />
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
  return `None of the ${formatShipments(leftOut)} states both a value and a quantity${unit && ` in ${unit}`}, so that there is no unit price to tell. ${statedInWords(units, leftOut)}`;
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
        unit={`USD / ${unit}`}
        figures={[
          ['Lower quartile', formatPrice(total.quartile1)],
          ['Median', formatPrice(total.median)],
          ['Upper quartile', formatPrice(total.quartile3)],
          ['Weighted average', formatPrice(total.average)],
        ]}
      />
      <p className={classes.how}>
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
    <div className={classes.halves}>
      <Chart
        option={option}
        label={`Unit price in USD per ${unit} by month: median and quartiles`}
        fileName="unit-price"
      />
      <DataTable label="Unit prices by month">
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col" data-number>
              Lower quartile
            </th>
            <th scope="col" data-number>
              Median
            </th>
            <th scope="col" data-number>
              Upper quartile
            </th>
            <th scope="col" data-number data-wide>
              Shipments
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, quartile1, median, quartile3, shipments }) => (
            <tr key={month}>
              <th scope="row">{month}</th>
              <td data-number>{formatPrice(quartile1)}</td>
              <td data-number>{formatPrice(median)}</td>
              <td data-number>{formatPrice(quartile3)}</td>
              <td data-number data-wide>
                {formatCount(shipments)}
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </div>
  );
}

function Outliers({ found, query, address }: { found: Answer<'unitPrices'> } & ViewProps) {
  const { outliers, outlierCount, fences } = found;
  if (!fences) return null;
  if (outlierCount === 0) {
    return (
      <p className={classes.how}>
        No price stands apart: all lie between {formatPrice(fences.low)} and {formatPrice(fences.high)}.
      </p>
    );
  }
  return (
    <section aria-label="Prices that stand apart" className={classes.part}>
      <h2>
        Prices that stand apart <span className={classes.soft}>{formatShipments(outlierCount)}</span>
      </h2>
      <p className={classes.how}>
        Below {formatPrice(fences.low)} or above {formatPrice(fences.high)}: farther from the quartiles than one and a
        half times their distance, on a scale of factors. Those of the largest value come first. Look at them before you
        trust them.
      </p>
      <DataTable label="Records whose unit price stands apart">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">HS code</th>
            <th scope="col">Importer</th>
            <th scope="col" data-wide>
              Exporter
            </th>
            <th scope="col" data-number data-wide>
              Value, USD
            </th>
            <th scope="col" data-number>
              Unit price
            </th>
          </tr>
        </thead>
        <tbody>
          {outliers.map((one) => (
            <tr key={one.id}>
              <td>{displayDate(one.date)}</td>
              <td>
                <Link to="/list1" search={{ ...address, page: undefined, hsCodeList: [one.hs_code] }}>
                  {one.hs_code}
                </Link>
              </td>
              <td>
                <Party name={one.importer} />
              </td>
              <td data-wide>
                <Party name={one.exporter} />
              </td>
              <td data-number data-wide title={exactDecimal(one.value_usd)}>
                {shortAmount(one.value_usd)}
              </td>
              <td data-number>{formatPrice(one.price)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      <TableDownload of="prices that stand apart" file={() => outliersFile(found, query)} />
    </section>
  );
}

function Party({ name }: { name: string }) {
  if (name === '') return '–';
  return (
    <>
      {name} <CompanyLink name={name} />
    </>
  );
}
