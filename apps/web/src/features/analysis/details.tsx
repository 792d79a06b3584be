import { Tooltip } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { SearchAddress } from '@tidewaiter/contract';
import {
  addQuantities,
  LIMITS,
  quantityIn,
  type SearchQuery,
  type UnitQuantity,
  withoutQuantity,
} from '@tidewaiter/contract';
import { useEffect, useMemo, useState } from 'react';
import { exactDecimal, formatCount, formatShipments } from '../../format/numbers.js';
import { unitInWords } from '../../format/quantities.js';
import { tellingFirst } from '../../format/telling-first.js';
import { CompanyLink } from '../../search/company-link.js';
import { listPart } from '../../search/model/pills.js';
import { questionNotes } from '../../search/model/question-notes.js';
import { Pager } from '../../search/table/pager.js';
import { Awaiting } from '../../ui/awaiting.js';
import { LoadFailure } from '../../ui/notice.js';
import { TableDownload } from '../../ui/table-download.js';
import type { TableFile } from '../../ui/table-file.js';
import { TitledModal } from '../../ui/titled-modal.js';
import { type BreakdownItem, wholeList } from './breakdown-calls.js';
import { type SortKey, type SortOrder, sorted } from './breakdown-rows.js';
import { BreakdownTable, figureColumns, ItemName, ListLink } from './breakdown-table.js';
import classes from './details.module.css';
import type { Section } from './sections.js';

/** Widths of the columns in pixels, and how far the words of a name stand from it (SPEC 9). */
const WIDTHS: Record<SortKey, number> = { name: 390, quantity: 120, shipments: 120, valueUsd: 140, share: 120 };
const DIRECTION = ['ascending', 'descending'] as const;
const TOOLTIP_OFFSET = 30;
const MODAL_WIDTH = 1000;

interface DetailsProps {
  section: Section;
  query: SearchQuery;
  address: SearchAddress;
  /** The unit that quantities are shown in. */
  unit: string;
  opened: boolean;
  onClose: () => void;
  /** Narrows the analysis to an item. */
  onNarrow: (name: string) => void;
}

/** The modal 'Details' (SPEC 2): the whole of one list. */
export function Details(props: DetailsProps) {
  const { opened, onClose, section } = props;
  return (
    <TitledModal
      title="Details"
      opened={opened}
      onClose={onClose}
      size={MODAL_WIDTH}
      ruled
      bodyClass={`stack gap-8 p-12-16 ${classes.body}`}
    >
      <h3 className="m-0 soft text medium">{section.title.replace('Top 10 ', 'All ')}</h3>
      {opened && <WholeList {...props} />}
    </TitledModal>
  );
}

/** A list as it is known so far; the rest of it is fetched part by part. */
function useWholeList({ section, query }: DetailsProps) {
  const list = useInfiniteQuery(wholeList(section.list, query));
  const { hasNextPage, isFetching, error, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  const first = list.data?.pages[0];
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  return {
    items,
    isValued: first?.total.valued !== 0,
    distinctCount: first?.distinctCount,
    error,
    refetch: list.refetch,
  };
}

function WholeList(props: DetailsProps) {
  const { section, address, unit, onClose, onNarrow } = props;
  const { items, isValued, distinctCount, error, refetch } = useWholeList(props);
  const [order, setOrder] = useState<SortOrder>({ by: 'valueUsd', descending: true });
  const [page, setPage] = useState({ pageNumber: 0, numberOfRecords: LIMITS.pageSize as number });
  const inOrder = useMemo(() => sorted(items, order, unit), [items, order, unit]);
  if (error) return <LoadFailure error={error} onRetry={refetch} />;
  if (distinctCount === undefined) return <Awaiting shapes={[['table', 11]]} />;

  const from = page.pageNumber * page.numberOfRecords;
  const onPage = inOrder.slice(from, from + page.numberOfRecords);
  const textOf = tellingFirst(onPage.map(({ name, description }) => ({ code: name, text: description })));
  const ordering = (by: SortKey) => ({
    width: WIDTHS[by],
    order: {
      is: order.by === by ? DIRECTION[Number(order.descending)] : undefined,
      onOrder: () => {
        setOrder({ by, descending: order.by === by ? !order.descending : by !== 'name' });
        setPage({ ...page, pageNumber: 0 });
      },
    },
  });
  return (
    <>
      <BreakdownTable
        label="Details"
        rows={onPage}
        keyOf={({ name }) => name}
        columns={[
          {
            ...{ name: section.item, isHead: true, ...ordering('name') },
            cell: (item) => (
              <Tooltip label={<Words item={item} />} offset={TOOLTIP_OFFSET} multiline w={320} withinPortal={false}>
                <div>
                  <ItemName
                    item={{ ...item, description: textOf(item.name) }}
                    act=""
                    onPress={() => {
                      onClose();
                      onNarrow(item.name);
                    }}
                  />
                </div>
              </Tooltip>
            ),
          },
          ...figureColumns(unit, isValued).map((figure) => ({ ...figure, ...ordering(figure.by) })),
          {
            ...{ name: 'Records', isHeard: true },
            cell: ({ name }) => (
              <>
                {section.isParty && <CompanyLink name={name} />}
                <ListLink address={{ ...address, ...listPart(section.field, [name]) }} of={name} />
              </>
            ),
          },
        ]}
      />
      <p role="status" className="soft small">
        {knownInWords(items.length, distinctCount)}
      </p>
      <TableDownload
        of={section.title}
        file={() => listFile(props, inOrder, distinctCount)}
        disabled={items.length < Math.min(distinctCount, LIMITS.reachableRows)}
      />
      <Pager
        query={page}
        total={items.length}
        onPage={(number) => setPage({ ...page, pageNumber: number - 1 })}
        onSize={(numberOfRecords) => setPage({ pageNumber: 0, numberOfRecords })}
      />
    </>
  );
}

/** The units of some items, the one of the largest value first: quantities of each have a column of their own. */
const unitsOf = (items: readonly BreakdownItem[]) =>
  items
    .map(({ quantities }) => quantities)
    .reduce<readonly UnitQuantity[]>(addQuantities, [])
    .map(({ unit }) => unit);

/** A list as a file, in the order in which it is looked at. */
function listFile({ section, query }: DetailsProps, items: readonly BreakdownItem[], distinctCount: number): TableFile {
  const described = items.some(({ description }) => description !== undefined);
  const units = unitsOf(items);
  return {
    name: section.title.replace('Top 10 ', 'All '),
    notes: [
      ...questionNotes(query),
      ...(items.length < distinctCount
        ? [['Rows', `The ${items.length} of most value, of ${distinctCount}`] as const]
        : []),
    ],
    head: [
      section.item,
      ...(described ? ['Description'] : []),
      ...units.map((unit) => `Quantity, ${unitInWords(unit)}`),
      ...figureColumns('', true)
        .slice(1)
        .map(({ name }) => name),
      'Shipments without a quantity',
    ],
    rows: items.map(({ name, description, quantities, shipments, valueUsd, share }) => [
      name,
      ...(described ? [description ?? ''] : []),
      ...units.map((unit) => quantityIn(unit, quantities)),
      ...[shipments, valueUsd, share, withoutQuantity(shipments, quantities)],
    ]),
  };
}

function knownInWords(known: number, all: number): string {
  if (known >= all) return '';
  if (known < LIMITS.reachableRows) return `${formatCount(known)} of ${formatCount(all)} are here, more are coming.`;
  return `The ${formatCount(known)} of most value, of ${formatCount(all)}. Narrow the analysis to see others.`;
}

/** All that a row says, whole. */
function Words({ item: { name, description, shipments, valueUsd } }: { item: BreakdownItem }) {
  return (
    <span className="grid small figures anywhere">
      <strong>{name}</strong>
      {description && <span>{description}</span>}
      <span>
        USD {exactDecimal(valueUsd)} · {formatShipments(shipments)}
      </span>
    </span>
  );
}
