import { NativeSelect } from '@mantine/core';
import {
  type AnalysisSums,
  type Dimension,
  dimensionTitle,
  groupingDimensions,
  isIndianSearch,
  isOfTime,
  MEASURES,
  type Measure,
  type SearchQuery,
} from '@tidewaiter/contract';
import { formatShipments } from '../../format/numbers.js';
import classes from './in-depth.module.css';
import { MEASURE_LABELS, whatItIsOf } from './measures.js';

/** What a dimension is called in a question. */
export const titleOf = (dimension: Dimension, { tradeType, countryCode }: SearchQuery) =>
  dimensionTitle(dimension, tradeType, isIndianSearch(countryCode));

interface DimensionSelectProps {
  label: string;
  query: SearchQuery;
  value: Dimension | null;
  /** Spans of time are offered, too. */
  withTime?: boolean;
  /** Nothing can be chosen as well. */
  withNone?: boolean;
  onChange: (dimension: string) => void;
}

/** Chooses what records are grouped by. */
export function DimensionSelect({
  label,
  query,
  value,
  withTime = false,
  withNone = false,
  onChange,
}: DimensionSelectProps) {
  const offered = groupingDimensions(query.tradeType).filter((name) => withTime || !isOfTime(name));
  const data = offered.map((name) => ({ value: name, label: titleOf(name, query) }));
  return (
    <NativeSelect
      label={label}
      size="xs"
      value={value ?? 'none'}
      data={withNone ? [{ value: 'none', label: 'Nothing' }, ...data] : data}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

export function MeasureSelect({ value, onChange }: { value: Measure; onChange: (measure: string) => void }) {
  return (
    <NativeSelect
      label="Measure"
      size="xs"
      value={value}
      data={MEASURES.map((measure) => ({ value: measure, label: MEASURE_LABELS[measure] }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface UnitSelectProps {
  unit: string;
  units: readonly { unit: string; shipments: number }[];
  onChange: (unit: string) => void;
}

/** Chooses the unit that quantities are in: different units are never added. */
export function UnitSelect({ unit, units, onChange }: UnitSelectProps) {
  const data = units.map((one) => ({ value: one.unit, label: `${one.unit} (${formatShipments(one.shipments)})` }));
  const known = unit === '' || units.some((one) => one.unit === unit);
  return (
    <NativeSelect
      label="Unit"
      size="xs"
      value={unit}
      disabled={units.length === 0}
      data={known ? data : [{ value: unit, label: unit }, ...data]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface OfNoteProps {
  measure: Measure;
  unit: string;
  /** Of everything that is shown. */
  total: AnalysisSums;
}

/** Says of how many shipments quantities and prices are, where it is not of all. */
export function OfNote({ measure, unit, total }: OfNoteProps) {
  const words = whatItIsOf(measure, unit, total);
  return words && <p className={classes.how}>{words}</p>;
}

/** What stands above a view: its controls, and a sentence that says how to read it. */
export function ViewHead({ children, how }: { children: React.ReactNode; how: string }) {
  return (
    <div className={classes.viewHead}>
      <div className={classes.controls}>{children}</div>
      <p className={classes.how}>{how}</p>
    </div>
  );
}
