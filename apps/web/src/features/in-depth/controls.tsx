import { NativeSelect } from '@mantine/core';
import {
  type Dimension,
  dimensionTitle,
  groupingDimensions,
  isIndianSearch,
  isOfTime,
  MEASURES,
  type Measure,
  type SearchQuery,
} from '@tidewaiter/contract';
import { type Counts, MEASURE_LABELS, whatItIsOf } from '../../format/measures.js';
import { type ColumnUnit, formatShipments } from '../../format/numbers.js';
import { unitInWords } from '../../format/quantities.js';
import classes from './in-depth.module.css';
import type { Choosing } from './view-address.js';

/** Says what a dimension is called in a question. */
export const titleOf = (dimension: Dimension, { tradeType, countryCode }: SearchQuery) =>
  dimensionTitle(dimension, tradeType, isIndianSearch(countryCode));

interface DimensionSelectProps extends Choosing {
  label: string;
  query: SearchQuery;
  /** It says which of the two dimensions is chosen. */
  part?: 'rows' | 'columns';
  /** Spans of time are offered, too. */
  withTime?: boolean;
  /** Nothing can be chosen as well. */
  withNone?: boolean;
}

/** Chooses what records are grouped by. */
export function DimensionSelect({
  label,
  query,
  part = 'rows',
  withTime = false,
  withNone = false,
  choice,
  onChoose,
}: DimensionSelectProps) {
  const offered = groupingDimensions(query.tradeType).filter((name) => withTime || !isOfTime(name));
  const data = offered.map((name) => ({ value: name, label: titleOf(name, query) }));
  return (
    <NativeSelect
      label={label}
      size="xs"
      value={choice[part] ?? 'none'}
      data={withNone ? [{ value: 'none', label: 'Nothing' }, ...data] : data}
      onChange={({ currentTarget }) => onChoose({ [part]: currentTarget.value })}
    />
  );
}

export function MeasureSelect({ choice, onChoose }: Choosing) {
  return (
    <NativeSelect
      label="Measure"
      size="xs"
      value={choice.measure}
      data={MEASURES.map((measure) => ({ value: measure, label: MEASURE_LABELS[measure] }))}
      onChange={({ currentTarget }) => onChoose({ measure: currentTarget.value })}
    />
  );
}

interface UnitSelectProps extends Choosing {
  /** The answer that is shown says which units there are, and which it has taken where none was chosen. */
  found: { unit: string; units: readonly { unit: string; shipments: number }[] } | undefined;
}

/** Chooses the unit that quantities are in: different units are never added. */
export function UnitSelect({ found, choice, onChoose }: UnitSelectProps) {
  const { unit, units } = found ?? { unit: choice.unit, units: [] };
  const data = units.map((one) => ({
    value: one.unit,
    label: `${unitInWords(one.unit)}, ${formatShipments(one.shipments)}`,
  }));
  const known = unit === '' || units.some((one) => one.unit === unit);
  return (
    <NativeSelect
      label="Unit"
      size="xs"
      value={unit}
      disabled={units.length === 0}
      data={known ? data : [{ value: unit, label: unitInWords(unit) }, ...data]}
      onChange={({ currentTarget }) => onChoose({ unit: currentTarget.value })}
    />
  );
}

interface OfNoteProps {
  measure: Measure;
  unit: string;
  /** They are of everything that is shown. */
  total: Counts;
  /** They are written in this unit. */
  scale: ColumnUnit | undefined;
}

/** Says in which unit figures are, and of how many shipments quantities and prices are, where it is not of all. */
export function OfNote({ measure, unit, total, scale }: OfNoteProps) {
  const figures = scale && `Figures in ${scale.of(measure === 'VALUE' ? 'USD' : unitInWords(unit))}.`;
  const words = [figures, whatItIsOf(measure, unit, total)].filter(Boolean).join(' ');
  return words && <p className="soft small readable">{words}</p>;
}

/** Stands above a view with its controls, and a sentence that says how to read it. */
export function ViewHead({ children, how }: { children: React.ReactNode; how: string }) {
  return (
    <div className="grid gap-8">
      <div className={`wrap gap-8-12 not-empty not-printed ${classes.controls}`}>{children}</div>
      <p className="soft small readable">{how}</p>
    </div>
  );
}
