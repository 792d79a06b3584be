import { type CompanyIdentity, displayDate } from '@tidewaiter/contract';
import { formatCount, formatShipments } from '../../format/numbers.js';
import { ColumnTable } from '../../ui/column-table.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { TableDownload } from '../../ui/table-download.js';
import type { TableFile } from '../../ui/table-file.js';
import classes from './company.module.css';

interface SaidTableProps {
  title: string;
  item: string;
  said: CompanyIdentity['addresses'];
  identity: CompanyIdentity;
  how: string;
  file: Pick<TableFile, 'name' | 'notes'>;
}

/** Shows what the records of all parts of a company say of it, the most frequent first. */
export function SaidTable({ title, item, said: { rows, count }, identity, how, file }: SaidTableProps) {
  const whole = (): TableFile => ({
    ...file,
    head: [item, 'Shipments', 'First', 'Last'],
    rows: rows.map(({ text, shipments, first_day, last_day }) => [text, shipments, first_day, last_day]),
  });
  return (
    <section aria-label={title} className={classes.part}>
      <div className={classes.partHead}>
        <h2>
          {title} <span className="soft">{formatCount(count)}</span>
        </h2>
        {count > 0 && <TableDownload of={title} file={whole} />}
      </div>
      {count === 0 ? (
        <NothingHere says={`None of ${formatShipments(identity.shipments)} states it.`} />
      ) : (
        <>
          <p className="soft small readable">
            {how} {count > rows.length && `The ${rows.length} most frequent are shown.`}
          </p>
          <ColumnTable
            label={`Table of ${title}`}
            rows={rows}
            keyOf={({ text }) => text}
            columns={[
              {
                ...{ name: item, isHead: true },
                cell: ({ text }) => <span dir="auto">{text}</span>,
                look: ({ text }) => ({ title: text }),
              },
              { name: 'Shipments', isNumber: true, cell: ({ shipments }) => formatCount(shipments) },
              { name: 'First', isNumber: true, isWide: true, cell: ({ first_day }) => displayDate(first_day) },
              { name: 'Last', isNumber: true, cell: ({ last_day }) => displayDate(last_day) },
            ]}
          />
        </>
      )}
    </section>
  );
}
