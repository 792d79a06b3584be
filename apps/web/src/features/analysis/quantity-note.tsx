import { NativeSelect } from '@mantine/core';
import { quantityIn } from '@tidewaiter/contract';
import { formatShipments } from '../../format/numbers.js';
import { quantitiesInWords, unitInWords } from '../../format/quantities.js';
import type { Sums } from './breakdown-calls.js';

/** The unit that quantities are shown in: the chosen one where there is any of it, else the one of the largest value. */
export const shownUnit = (chosen: string, total: Sums | undefined): string =>
  total && quantityIn(chosen, total.quantities) === null ? (total.quantities[0]?.unit ?? '') : chosen;

interface QuantityNoteProps {
  /** Of everything that is analysed. */
  total: Sums;
  unit: string;
  onUnit: (unit: string) => void;
}

/** How much there is in each unit and what has no quantity; where there are several units, the choice of the one that the tables show. */
export function QuantityNote({ total, unit, onUnit }: QuantityNoteProps) {
  const { quantities, shipments } = total;
  return (
    <div className="wrap items-end gap-4-16">
      {quantities.length > 1 && (
        <NativeSelect
          label="Quantities in"
          size="xs"
          value={unit}
          data={quantities.map((one) => ({
            value: one.unit,
            label: `${unitInWords(one.unit)}, ${formatShipments(one.shipments)}`,
          }))}
          onChange={({ currentTarget }) => onUnit(currentTarget.value)}
        />
      )}
      <p className="soft small not-empty">Quantity: {quantitiesInWords(shipments, quantities)}.</p>
    </div>
  );
}
