import { IconArrowDown } from '@tabler/icons-react';
import classes from './coverage.module.css';
import type { Order } from './sources.js';

interface OrderHeaderProps {
  by: Order;
  order: Order;
  isNumber?: boolean;
  onOrder: (order: Order) => void;
  children: string;
}

/** How each order reads. */
const DIRECTION = { country: 'ascending', records: 'descending', behind: 'ascending' } as const;

/** The header of a column by which the rows can be ordered, each in the one direction that is asked for. */
export function OrderHeader({ by, order, isNumber, onOrder, children }: OrderHeaderProps) {
  const isOrder = order === by;
  return (
    <th scope="col" data-number={isNumber || undefined} aria-sort={isOrder ? DIRECTION[by] : 'none'}>
      <button type="button" className={classes.order} onClick={() => onOrder(by)}>
        {children}
        <IconArrowDown
          size={12}
          stroke={2}
          aria-hidden
          data-up={DIRECTION[by] === 'ascending' || undefined}
          data-shown={isOrder || undefined}
        />
      </button>
    </th>
  );
}
