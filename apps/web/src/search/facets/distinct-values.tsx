import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FilterList, MESSAGES, recordColumn, type SearchQuery } from '@tidewaiter/contract';
import { useState } from 'react';
import { formatCount } from '../../format/numbers.js';
import { tellingFirst } from '../../format/telling-first.js';
import { Held } from '../../ui/awaiting.js';
import { ColumnTable } from '../../ui/column-table.js';
import { LoadFailure } from '../../ui/notice.js';
import { TitledModal } from '../../ui/titled-modal.js';
import { distinctValues } from '../api/list-calls.js';
import { facetOfColumn, offeredBy } from '../model/facets.js';
import { CodeLabel } from './facet-values.js';
import classes from './filter-dialog.module.css';

interface DistinctValuesProps {
  /** Wire key of the column; null keeps the dialog closed. */
  column: string | null;
  query: SearchQuery;
  onClose: () => void;
  /** The values of a column that can be filtered by can be chosen. */
  onApply: (field: FilterList, values: string[]) => void;
}

/** Lists every value that a column has among the records of a search (SPEC 2, "Distinct-values modal"). */
export function DistinctValues({ column, query, onClose, onApply }: DistinctValuesProps) {
  const label = column ? recordColumn(query.tradeType, column)?.label : '';
  return (
    <TitledModal
      title={`List of ${label}`}
      opened={column !== null}
      onClose={onClose}
      size="lg"
      ruled
      bodyClass="stack gap-12 p-16"
    >
      {column && <ValuePages column={column} query={query} onClose={onClose} onApply={onApply} />}
    </TitledModal>
  );
}

const ROWS = 10;
const TYPING_MS = 250;

function ValuePages({ column, query, onClose, onApply }: DistinctValuesProps & { column: string }) {
  const facet = facetOfColumn(query, column);
  const field = facet?.field;
  const [text, setText] = useState('');
  const [sought] = useDebouncedValue(text.trim(), TYPING_MS);
  // A page belongs to what it was turned to for: another text starts at its first.
  const [turned, setTurned] = useState({ sought, page: 0 });
  const page = turned.sought === sought ? turned.page : 0;
  const [chosen, setChosen] = useState(field ? query[field] : []);
  const offered = facet ? offeredBy(facet, query) : query;
  const { data, error, refetch, isPlaceholderData } = useQuery(
    distinctValues(column, offered, { nameContains: sought, pageNumber: page, numberOfRecords: ROWS }),
  );
  if (error) return <LoadFailure error={error} onRetry={refetch} />;

  const total = data?.distinctCount ?? 0;
  const textOf = tellingFirst(
    (data?.values ?? []).map(({ value, description }) => ({ code: value, text: description })),
  );
  const turn = (to: number) => setTurned({ sought, page: to });
  const toggle = (value: string) =>
    setChosen(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);

  return (
    <>
      <TextInput
        label="Search by Title"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <div className={classes.table} data-loading={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
        {data ? (
          <ColumnTable
            label="Values"
            rows={data.values}
            keyOf={({ value }) => value}
            columns={[
              {
                ...{ name: 'Title', isHead: true },
                cell: ({ value }) =>
                  field ? (
                    <label className="row gap-8 min-h-28 pressable">
                      <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
                      {value}
                      <CodeLabel text={textOf(value)} />
                    </label>
                  ) : (
                    <span className="row gap-8 min-h-28">
                      {value}
                      <CodeLabel text={textOf(value)} />
                    </span>
                  ),
              },
              { name: 'Total Records', isNumber: true, cell: ({ records }) => formatCount(records) },
            ]}
          />
        ) : (
          <Held height="100%" />
        )}
      </div>
      <div className="row wrap spread gap-8-16">
        <nav className="row gap-8 soft small figures" aria-label="Pages of the list">
          <span role="status">{data && rangeInWords(page, total)}</span>
          <Button variant="default" size="xs" disabled={page === 0} onClick={() => turn(page - 1)}>
            Previous
          </Button>
          <Button variant="default" size="xs" disabled={(page + 1) * ROWS >= total} onClick={() => turn(page + 1)}>
            Next
          </Button>
        </nav>
        {field && onApply && (
          <div className="row gap-8 soft small figures">
            <span role="status">{formatCount(chosen.length)} chosen</span>
            <Button
              size="xs"
              onClick={() => {
                onApply(field, chosen);
                onClose();
              }}
            >
              Apply
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

function rangeInWords(page: number, total: number): string {
  if (total === 0) return MESSAGES.noRecords;
  const last = Math.min((page + 1) * ROWS, total);
  return `${formatCount(page * ROWS + 1)}–${formatCount(last)} of ${formatCount(total)}`;
}
