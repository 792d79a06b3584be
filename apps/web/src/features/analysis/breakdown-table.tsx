import { IconList } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SearchAddress } from '@tidewaiter/contract';
import { quantityIn } from '@tidewaiter/contract';
import type { ReactNode } from 'react';
import { decimalsNeeded, formatCount, formatDecimal } from '../../format/numbers.js';
import { quantitiesInWords, unitInWords, valueInWords } from '../../format/quantities.js';
import { DataTable } from '../../ui/data-table.js';
import type { BreakdownItem, Sums } from './breakdown-calls.js';
import classes from './breakdown-table.module.css';

/** So many decimals are shown; the whole figure is the title. */
const DECIMALS = 2;

/** Scrolls a table, whose head stays. */
export function TableBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.box}>
      <DataTable label={label}>{children}</DataTable>
    </div>
  );
}

interface SumCellsProps {
  sums: Omit<Sums, 'share'> & Partial<Sums>;
  /** Quantities are shown in it: those of different units are never added. */
  unit: string;
  withShare?: boolean;
  /** Bars are as long as the share beside the largest one of the table, in percent. */
  largest?: number;
}

const barOf = (share: number, largest: number) => Math.min(100, Math.max(0, largest > 0 ? (100 * share) / largest : 0));

/** Shows the figures of a row. */
export function SumCells({ sums, unit, withShare = true, largest = 100 }: SumCellsProps) {
  const { quantities, shipments, valued, valueUsd, share = '0' } = sums;
  const quantity = quantityIn(unit, quantities);
  const others = quantities.some((one) => one.unit !== unit);
  return (
    <>
      <td data-number data-wide title={quantitiesInWords(shipments, quantities)}>
        {quantity === null
          ? shipments === 0
            ? '0'
            : '–'
          : formatDecimal(quantity, decimalsNeeded(quantity, DECIMALS))}
        {others && <span className="soft"> +</span>}
      </td>
      <td data-number data-wide>
        {formatCount(shipments)}
      </td>
      <td data-number title={valueInWords(valueUsd, { valued, shipments })}>
        {valued === 0 && shipments > 0 ? '–' : formatDecimal(valueUsd, DECIMALS)}
        {valued > 0 && valued < shipments && <span className="soft"> of {formatCount(valued)}</span>}
      </td>
      {withShare && (
        <td data-number>
          <span className={classes.share} style={{ '--share': `${barOf(Number(share), largest)}%` }}>
            {formatDecimal(share, DECIMALS)}%
          </span>
        </td>
      )}
    </>
  );
}

/** A button that looks like the name that it is. */
export const NAME = 'row bare w-full min-h-24 p-0 inherit start hovers-line';

interface ItemNameProps {
  item: Pick<BreakdownItem, 'name' | 'description'>;
  /** It says what pressing does. */
  act: string;
  onPress: () => void;
}

/** Names an item, and narrows the analysis to it. */
export function ItemName({ item: { name, description }, act, onPress }: ItemNameProps) {
  return (
    <button type="button" className={NAME} title={act} onClick={onPress}>
      <span className={`cut min-w-0 ${classes.text}`}>
        {name}
        {description && <span className="soft"> {description}</span>}
      </span>
    </button>
  );
}

/** Leads to the records behind a row. */
export function ListLink({ address, of }: { address: SearchAddress; of: string }) {
  const label = `Records: ${of}`;
  return (
    <Link
      to="/list1"
      search={address}
      className="sign-link not-printed"
      aria-label={label}
      title={label}
      preload={false}
    >
      <IconList size={16} stroke={1.6} aria-hidden />
    </Link>
  );
}

export const FIGURES = [
  { by: 'quantity', label: 'Quantity', wide: true },
  { by: 'shipments', label: 'Shipment Count', wide: true },
  { by: 'valueUsd', label: 'Value in USD', wide: false },
  { by: 'share', label: 'Share', wide: false },
] as const;

/** Heads a figure; quantities with their unit. */
export const figureLabel = ({ by, label }: (typeof FIGURES)[number], unit: string) =>
  by === 'quantity' && unit !== '' ? `${label}, ${unitInWords(unit)}` : label;
