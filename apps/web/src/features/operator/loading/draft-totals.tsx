import type { DraftTotals as Totals } from '@tidewaiter/contract';
import { monthLabel } from '../../../format/months.js';
import { exactDecimal, formatCount, formatMoney, formatPrice } from '../../../format/numbers.js';
import { ColumnTable } from '../../../ui/column-table.js';
import { Figures } from '../../../ui/figures.js';
import { Notice } from '../../../ui/notice.js';
import { RejectedRows } from '../rejected-rows.js';
import { columnName } from './in-words.js';
import classes from './loading.module.css';

/** What a load comes to, to be held against the source before it is published, and after. */
export function DraftTotals({ totals, isLoaded }: { totals: Totals; isLoaded: boolean }) {
  const { months, values, measures, prices, leftOut, rejections } = totals;
  return (
    <>
      {!isLoaded && <Warnings totals={totals} />}
      <Figures
        figures={[
          ['Rows read', formatCount(totals.rowsRead)],
          [isLoaded ? 'Records loaded' : 'Records it would make', formatCount(totals.rowsLoaded)],
          ['Rows rejected', formatCount(totals.rowsRejected)],
          ['Value', `USD ${formatMoney(totals.usd)}`],
        ]}
      />
      <div className={classes.totals}>
        <ColumnTable
          label="Months"
          rows={months}
          keyOf={({ month }) => month}
          columns={[
            { name: 'Month', isHead: true, cell: ({ month }) => monthLabel(month) },
            { name: 'Records', isNumber: true, cell: ({ records }) => formatCount(records) },
          ]}
        />
        <ColumnTable
          label="Sums of its columns"
          rows={measures}
          keyOf={({ column }) => column}
          columns={[
            { name: 'Column', isHead: true, cell: ({ column }) => columnName(column) },
            { name: 'In the file', isNumber: true, cell: ({ source }) => exactDecimal(source) },
            { name: 'In records', isNumber: true, cell: ({ loaded }) => exactDecimal(loaded) },
            { name: 'Rejected', isNumber: true, cell: ({ rejected }) => exactDecimal(rejected) },
          ]}
        />
        <ColumnTable
          label="Values"
          rows={values}
          keyOf={({ currency }) => currency}
          columns={[
            { name: 'Currency', isHead: true, cell: ({ currency }) => currency || 'None said' },
            { name: 'Records', isNumber: true, cell: ({ records }) => formatCount(records) },
            { name: 'Value', isNumber: true, cell: ({ total }) => formatMoney(total) },
            { name: 'USD', isNumber: true, cell: ({ usd }) => formatMoney(usd) },
          ]}
        />
        {prices.length > 0 && (
          <ColumnTable
            label="Price of a unit"
            rows={prices}
            keyOf={({ chapter, unit }) => `${chapter} ${unit}`}
            columns={[
              { name: 'Chapter', isHead: true, cell: ({ chapter, unit }) => `${chapter}, ${unit}` },
              { name: 'USD, here', isNumber: true, cell: ({ median }) => formatPrice(median) },
              { name: 'Loaded', isNumber: true, cell: ({ known }) => (known === null ? 'none' : formatPrice(known)) },
            ]}
          />
        )}
        {leftOut.length > 0 && (
          <ColumnTable
            label="Left out"
            rows={leftOut}
            keyOf={({ column }) => column}
            columns={[
              { name: 'Left out', isHead: true, cell: ({ column }) => column },
              { name: 'Filled rows', isNumber: true, cell: ({ filled }) => formatCount(filled) },
            ]}
          />
        )}
        {rejections.length > 0 && <RejectedRows rows={rejections} />}
      </div>
    </>
  );
}

function Warnings({ totals: { sameAs, overlaps, doubts, usdWithoutRate } }: { totals: Totals }) {
  return (
    <>
      {sameAs !== null && <Notice kind="mind">This very file is loaded already, as load {sameAs}.</Notice>}
      {overlaps.map((text) => (
        <Notice key={text} kind="wrong">
          Some of its records are loaded already: {text}
        </Notice>
      ))}
      {doubts.map((text) => (
        <Notice key={text} kind="mind">
          It looks wrong: {text}
        </Notice>
      ))}
      {usdWithoutRate > 0 && (
        <Notice kind="mind">
          {formatCount(usdWithoutRate)} values have no rate, and no sum in USD counts them: load the rates of these
          months first.
        </Notice>
      )}
    </>
  );
}
