import { NativeSelect } from '@mantine/core';
import { answerOf, type UnderstoodDraft } from '@tidewaiter/contract';
import { useState } from 'react';
import { DataTable } from '../../../ui/data-table.js';
import { CHOICES, columnName, percent } from './in-words.js';
import classes from './loading.module.css';

interface DraftTableProps {
  understood: UnderstoodDraft;
  /** Columns that are asked about now. */
  asked: readonly string[];
  /** What each column means can be corrected; not where a mapping says it. */
  onCorrect: ((answer: string) => void) | undefined;
}

const LEFT_OUT = '-';

/** The file as a table: above each column what it means and why, beside each cell what becomes of it. */
export function DraftTable({ understood, asked, onCorrect }: DraftTableProps) {
  const { columns, first } = understood;
  const [changing, setChanging] = useState<string | null>(null);
  return (
    <DataTable label="The file">
      <thead>
        <tr>
          <th scope="col">Line</th>
          {columns.map(({ header, target, sure, reason }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
            <th key={at} scope="col" className={classes.column} data-asked={asked.includes(header) || undefined}>
              <span className="block ink strong">{header}</span>
              {changing === header ? (
                <NativeSelect
                  aria-label={`What ${header} means`}
                  size="xs"
                  autoFocus
                  defaultValue={target ?? LEFT_OUT}
                  data={[{ value: LEFT_OUT, label: 'Left out' }, ...CHOICES]}
                  onBlur={() => setChanging(null)}
                  onChange={(event) => {
                    setChanging(null);
                    onCorrect?.(answerOf('set', `${header}=${event.currentTarget.value}`));
                  }}
                />
              ) : (
                <Meaning {...{ target, sure }} onChange={onCorrect && (() => setChanging(header))} header={header} />
              )}
              <span className="block small plain many-lines soft">{reason}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {first.map(({ line, cells, record, problem }) => (
          <tr key={line}>
            <th scope="row" data-number>
              {line}
              {problem !== '' && <span className="block small plain many-lines wrong">No record: {problem}</span>}
            </th>
            {columns.map(({ target }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
              <td key={at}>
                <Cell text={cells[at] ?? ''} becomes={target === null ? undefined : record?.[target]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}

interface MeaningProps {
  header: string;
  target: string | null;
  sure: number;
  onChange: (() => void) | undefined;
}

function Meaning({ header, target, sure, onChange }: MeaningProps) {
  const words = target === null ? 'Left out' : `${columnName(target)}, ${percent(sure)}`;
  if (!onChange) return <span className="block many-lines start">{words}</span>;
  return (
    <button
      type="button"
      className="linkButton block many-lines start"
      title={`Change what ${header} means`}
      onClick={onChange}
    >
      {words}
    </button>
  );
}

/** What a cell holds, and what a record says where that is something else. */
function Cell({ text, becomes }: { text: string; becomes: string | undefined }) {
  return (
    <>
      {text}
      {becomes !== undefined && becomes !== text.trim() && (
        <span className="block small soft">{`→ ${becomes || 'nothing'}`}</span>
      )}
    </>
  );
}
