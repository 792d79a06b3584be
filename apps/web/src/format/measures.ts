import type { AnalysisSums, Measure } from '@tidewaiter/contract';
import {
  averagePrice,
  type ColumnUnit,
  columnUnit,
  exactDecimal,
  formatCount,
  formatDecimal,
  formatPrice,
  shortAmount,
} from './numbers.js';
import { ofShipments, oneOfUnit, unitInWords } from './quantities.js';

export const MEASURE_LABELS: Record<Measure, string> = {
  VALUE: 'Value in USD',
  QUANTITY: 'Quantity',
  SHIPMENTS: 'Shipments',
  UNIT_PRICE: 'Average unit price',
};

/**
 * Says what a measure is called, with its unit.
 *
 * @param scale the unit of a table's cells, where they have one
 */
export function measureLabel(measure: Measure, unit: string, scale?: ColumnUnit): string {
  if (scale && measure === 'VALUE') return `Value, ${scale.of('USD')}`;
  if (scale && measure === 'QUANTITY') return `Quantity, ${scale.of(unitInWords(unit) || 'unit')}`;
  if (measure === 'QUANTITY') return `Quantity in ${unitInWords(unit) || 'the unit'}`;
  return measure === 'UNIT_PRICE' ? `USD per ${oneOfUnit(unit) || 'unit'}, weighted` : MEASURE_LABELS[measure];
}

/** Reads a measure of some records as a number, to compare and to colour by; null where there is none. */
export function numberOf(measure: Measure, sums: AnalysisSums | null): number | null {
  if (!sums) return null;
  switch (measure) {
    case 'VALUE':
      return Number(sums.value_usd);
    case 'QUANTITY':
      return sums.measured === 0 ? null : Number(sums.quantity);
    case 'SHIPMENTS':
      return sums.shipments;
    case 'UNIT_PRICE':
      return averagePrice(sums);
  }
}

/** Finds the unit of a measure that stands in the cells of a table; none for counts and prices, which are written as they are. */
export function measureScale(measure: Measure, cells: readonly (AnalysisSums | null)[]): ColumnUnit | undefined {
  const amount = { VALUE: 'value_usd', QUANTITY: 'quantity', SHIPMENTS: null, UNIT_PRICE: null } as const;
  const key = amount[measure];
  return key ? columnUnit(cells.flatMap((sums) => sums?.[key] ?? [])) : undefined;
}

/** The unit of a pivot's cells: its groups decide. */
export const pivotScale = (measure: Measure, { rows }: { rows: readonly { total: AnalysisSums }[] }) =>
  measureScale(
    measure,
    rows.map(({ total }) => total),
  );

/**
 * Writes a measure in few characters, and the exact figure for the title.
 *
 * @param scale the unit of a table's cells; without it, each amount has its own
 */
export function formatMeasure(
  measure: Measure,
  sums: AnalysisSums | null,
  scale?: ColumnUnit,
): { text: string; title: string } {
  const write = scale?.write ?? shortAmount;
  if (!sums || sums.shipments === 0) return { text: '–', title: 'No shipments' };
  switch (measure) {
    case 'VALUE':
      return {
        text: sums.valued === 0 ? '–' : write(sums.value_usd),
        title:
          sums.valued === 0
            ? 'No record has a value in USD'
            : `USD ${exactDecimal(sums.value_usd)}${sums.valued < sums.shipments ? `, of ${ofShipments(sums.valued, sums.shipments)}` : ''}`,
      };
    case 'QUANTITY':
      if (sums.measured === 0) return { text: '–', title: 'No record has a quantity in this unit' };
      return {
        text: write(sums.quantity),
        title: `${exactDecimal(sums.quantity)}, of ${ofShipments(sums.measured, sums.shipments)}`,
      };
    case 'SHIPMENTS':
      return { text: formatCount(sums.shipments), title: `${formatCount(sums.shipments)} shipments` };
    case 'UNIT_PRICE': {
      const price = formatPrice(numberOf('UNIT_PRICE', sums));
      return {
        text: price,
        title:
          price === '–'
            ? 'No record has both a value and a quantity in this unit'
            : `${price}, of ${ofShipments(sums.priced, sums.shipments)}`,
      };
    }
  }
}

/** How many shipments there are, and of how many of them a figure is. */
export type Counts = Pick<AnalysisSums, 'shipments' | 'valued' | 'measured' | 'priced'>;

/** Adds what two periods are of. */
export const countsOfBoth = ({ before, after }: Record<'before' | 'after', Counts>): Counts => ({
  shipments: before.shipments + after.shipments,
  valued: before.valued + after.valued,
  measured: before.measured + after.measured,
  priced: before.priced + after.priced,
});

/** Says of how many shipments a measure's total is, and why not of all; null where it is of all. */
export function whatItIsOf(
  measure: Measure,
  unit: string,
  { shipments, valued, measured, priced }: Counts,
): string | null {
  const counted = { QUANTITY: measured, UNIT_PRICE: priced, VALUE: valued, SHIPMENTS: shipments }[measure];
  if (counted === shipments) return null;
  if (measure === 'VALUE') return `The value is of ${ofShipments(valued, shipments)}. The others state none in USD.`;
  const others = measure === 'QUANTITY' ? 'state no quantity' : 'state not both a value and a quantity';
  return `In ${unitInWords(unit)}: ${ofShipments(counted, shipments)}. The others are in other units, or ${others}.`;
}

/** Reckons the growth in percent from one figure to another; null where there was nothing to grow from. */
export function growth(before: number | null, after: number | null): number | null {
  return before === null || after === null || before <= 0 ? null : (100 * (after - before)) / before;
}

/** Writes a change in percent, with its sign. */
export function formatGrowth(percent: number | null): string {
  if (percent === null) return '–';
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '';
  return `${sign}${formatDecimal(Math.abs(percent).toFixed(4), Math.abs(percent) < 100 ? 1 : 0)}%`;
}

/** Reckons what part of a whole is, in percent; 0 of nothing. */
export const shareOf = (part: number | null, whole: number | null) => (part && whole ? (100 * part) / whole : 0);

/** Colours a cell by how large it is, from 0 to 1, so that the largest is coloured as strongly as said, in percent. */
export function heat(share: number, strongest: number) {
  const percent = Math.round(Math.max(0, share) * strongest);
  return percent > 0 ? { background: `color-mix(in srgb, var(--bar) ${percent}%, transparent)` } : undefined;
}
