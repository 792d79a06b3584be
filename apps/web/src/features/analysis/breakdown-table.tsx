import { IconList } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SearchAddress } from '@tidewaiter/contract';
import { quantityIn } from '@tidewaiter/contract';
import { decimalsNeeded, formatCount, formatDecimal } from '../../format/numbers.js';
import { quantitiesInWords, unitInWords, valueInWords } from '../../format/quantities.js';
import { type Column, ColumnTable, type ColumnTableProps } from '../../ui/column-table.js';
import type { BreakdownItem, Sums } from './breakdown-calls.js';
import type { SortKey } from './breakdown-rows.js';
import classes from './breakdown-table.module.css';

/** So many decimals are shown; the whole figure is the title. */
const DECIMALS = 2;

/** A table whose head stays. */
export function BreakdownTable<Row>(props: ColumnTableProps<Row>) {
  return (
    <div className={classes.box}>
      <ColumnTable {...props} />
    </div>
  );
}

const barOf = (share: number, largest: number) => Math.min(100, Math.max(0, largest > 0 ? (100 * share) / largest : 0));

/**
 * The figures of a row, and what orders by each.
 *
 * @param unit quantities are shown in it: those of different units are never added
 * @param isValued whether any record states a value: where none does, there are no values and no shares of them
 * @param largest bars are as long as the share beside the largest one of the table, in percent
 */
export const figureColumns = (unit: string, isValued: boolean, largest = 100): (Column<Sums> & { by: SortKey })[] =>
  columnsOf(unit, largest).slice(0, isValued ? undefined : -2);

const columnsOf = (unit: string, largest: number): ReturnType<typeof figureColumns> => [
  {
    ...{
      by: 'quantity',
      name: unit === '' ? 'Quantity' : `Quantity, ${unitInWords(unit)}`,
      isNumber: true,
      isWide: true,
    },
    look: ({ shipments, quantities }) => ({ title: quantitiesInWords(shipments, quantities) }),
    cell: ({ shipments, quantities }) => {
      const quantity = quantityIn(unit, quantities);
      const none = shipments === 0 ? '0' : '–';
      return (
        <>
          {quantity === null ? none : formatDecimal(quantity, decimalsNeeded(quantity, DECIMALS))}
          {quantities.some((one) => one.unit !== unit) && <span className="soft"> +</span>}
        </>
      );
    },
  },
  {
    ...{ by: 'shipments', name: 'Shipment Count', isNumber: true, isWide: true },
    cell: ({ shipments }) => formatCount(shipments),
  },
  {
    ...{ by: 'valueUsd', name: 'Value in USD', isNumber: true },
    look: ({ valueUsd, valued, shipments }) => ({ title: valueInWords(valueUsd, { valued, shipments }) }),
    cell: ({ valueUsd, valued, shipments }) => (
      <>
        {valued === 0 && shipments > 0 ? '–' : formatDecimal(valueUsd, DECIMALS)}
        {valued > 0 && valued < shipments && <span className="soft"> of {formatCount(valued)}</span>}
      </>
    ),
  },
  {
    ...{ by: 'share', name: 'Share', isNumber: true },
    cell: ({ share }) => (
      <span className={classes.share} style={{ '--share': `${barOf(Number(share), largest)}%` }}>
        {formatDecimal(share, DECIMALS)}%
      </span>
    ),
  },
];

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
