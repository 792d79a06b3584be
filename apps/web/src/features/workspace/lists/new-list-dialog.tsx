import { Button, Checkbox, Progress, Select, Textarea, TextInput } from '@mantine/core';
import { LIMITS, MESSAGES, OWN_LIST_KINDS, OWN_LIST_LIMITS, type OwnListKind } from '@tidewaiter/contract';
import { useState } from 'react';
import { formatCount } from '../../../format/numbers.js';
import { ActionButton } from '../../../ui/action-button.js';
import { type Column, ColumnTable } from '../../../ui/column-table.js';
import { DropPlace } from '../../../ui/drop-place.js';
import { Notice } from '../../../ui/notice.js';
import { TitledModal } from '../../../ui/titled-modal.js';
import { type ListToSend, useSendList } from './own-list-calls.js';
import {
  DELIMITERS,
  type Delimiter,
  ENCODINGS,
  type Encoding,
  type Guess,
  guessOf,
  type HowToRead,
  type ReadList,
  readListFile,
  readListText,
} from './read-list-file.js';

interface NewListDialogProps {
  opened: boolean;
  onClose: () => void;
  /** It is told the id of the list that was made. */
  onMade: (listId: string) => void;
}

/** What somebody gave, and what it was read as. */
interface Given {
  source: File | string;
  how: HowToRead;
  read: ReadList;
}

/** Takes a list from a file or the clipboard, shows what was understood, and sends it once that was looked at. */
export function NewListDialog({ opened, onClose, onMade }: NewListDialogProps) {
  const [given, setGiven] = useState<Given | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const close = () => {
    setGiven(null);
    setProblem(null);
    onClose();
  };

  async function read(source: File | string, how: HowToRead = {}) {
    setBusy(true);
    try {
      const found = typeof source === 'string' ? readListText(source, how) : await readListFile(source, how);
      setGiven({ source, how, read: found });
      setProblem(null);
    } catch (error) {
      setProblem((error as Error).message);
    }
    setBusy(false);
  }

  return (
    <TitledModal
      title="New list"
      opened={opened}
      size="xl"
      bodyClass="stack gap-16 p-24"
      closeOnClickOutside={given === null}
      onClose={close}
    >
      {given === null ? (
        <Source busy={busy} onGiven={read} />
      ) : (
        <Understood
          key={JSON.stringify(given.how)}
          given={given}
          onRead={(how) => void read(given.source, { ...given.how, ...how })}
          onOther={() => setGiven(null)}
          onMade={(listId) => {
            close();
            onMade(listId);
          }}
        />
      )}
      {problem !== null && <Notice kind="wrong">{problem}</Notice>}
    </TitledModal>
  );
}

const ACCEPTED = '.csv,.txt,.tsv,.xlsx,text/csv,text/plain';

function Source({ busy, onGiven }: { busy: boolean; onGiven: (source: File | string) => Promise<void> }) {
  const [pasted, setPasted] = useState('');
  return (
    <>
      <DropPlace
        label="File of a list"
        button="Choose a file"
        accept={ACCEPTED}
        busy={busy}
        onFiles={([file]) => file && void onGiven(file)}
      >
        <p>
          Companies, HS codes or record ids, one in a row, with any columns of your own: CSV, text or XLSX, at most{' '}
          {formatCount(OWN_LIST_LIMITS.rows)} rows. Nothing is spent.
        </p>
      </DropPlace>
      <Textarea
        label="Or paste it here"
        autosize
        minRows={4}
        maxRows={10}
        dir="auto"
        value={pasted}
        onChange={(event) => setPasted(event.currentTarget.value)}
      />
      <ActionButton variant="default" busy={busy} disabled={pasted.trim() === ''} onClick={() => void onGiven(pasted)}>
        Read what was pasted
      </ActionButton>
    </>
  );
}

const KIND_NAMES: Readonly<Record<OwnListKind, string>> = {
  COMPANY: 'Companies',
  HS_CODE: 'HS codes',
  RECORD: 'Record ids',
};

/** Rows that are shown of what was read. */
const SHOWN = 5;

interface ShownRow {
  cells: string[];
  at: number;
}

interface UnderstoodProps {
  given: Given;
  onRead: (how: HowToRead) => void;
  onOther: () => void;
  onMade: (listId: string) => void;
}

const nameOf = (source: File | string) =>
  typeof source === 'string' ? '' : source.name.replace(/\.\w+$/, '').slice(0, LIMITS.nameMaxLength);

/** What of the rows a list becomes; undefined where it is still to be said. */
function listOf(
  name: string,
  guess: Guess,
  head: readonly string[],
  rows: readonly string[][],
): ListToSend | undefined {
  const { kind, valueColumn, countryColumn, numberColumn, chosenColumn } = guess;
  if (name.trim() === '' || valueColumn === null || rows.length > OWN_LIST_LIMITS.rows) return undefined;
  const ofCompanies =
    kind === 'COMPANY' ? { countryColumn, numberColumn } : { countryColumn: null, numberColumn: null };
  return { ...{ name, kind, columns: [...head], valueColumn, ...ofCompanies, chosenColumn }, rows };
}

function Understood({ given, onRead, onOther, onMade }: UnderstoodProps) {
  const { rows, sheets, encoding } = given.read;
  const [guess, setGuess] = useState(() => guessOf(rows));
  const [name, setName] = useState(nameOf(given.source));
  const [sent, setSent] = useState(0);
  const sending = useSendList(setSent);
  const change = (part: Partial<Guess>) => setGuess({ ...guess, ...part });
  const data = guess.hasHeading ? rows.slice(1) : rows;
  const head = (rows[0] ?? []).map((cell, column) => (guess.hasHeading && cell !== '' ? cell : `Column ${column + 1}`));
  const columns = head.map((label, column) => ({ value: String(column), label }));
  const list = listOf(name, guess, head, data);
  const columnSelect = (label: string, key: keyof Guess & `${string}Column`, error?: string) => (
    <Select
      label={label}
      data={columns}
      value={guess[key] === null ? null : String(guess[key])}
      clearable={key !== 'valueColumn'}
      error={error}
      placeholder={key === 'valueColumn' ? 'Choose the column' : 'None'}
      onChange={(column) => change({ [key]: column === null ? null : Number(column) })}
    />
  );
  return (
    <>
      <p>
        {formatCount(data.length)} rows in {formatCount(head.length)} {head.length === 1 ? 'column' : 'columns'}.
      </p>
      <ColumnTable
        label="The first rows"
        rows={data.slice(0, SHOWN).map((cells, at): ShownRow => ({ cells, at }))}
        keyOf={({ at }) => at}
        columns={head.map(
          (label, column): Column<ShownRow> => ({
            ...{ id: String(column), name: label },
            cell: ({ cells }) => <bdi>{cells[column]}</bdi>,
          }),
        )}
      />
      <div className="grid fill-columns items-end gap-12">
        <Checkbox
          label="The first row names the columns"
          checked={guess.hasHeading}
          onChange={(event) => change({ hasHeading: event.currentTarget.checked })}
        />
        {sheets.length > 1 && (
          <Select
            label="Sheet"
            data={sheets}
            searchable={sheets.length > 10}
            value={given.how.sheet ?? sheets[0] ?? null}
            allowDeselect={false}
            onChange={(sheet) => sheet !== null && onRead({ sheet })}
          />
        )}
        {encoding !== null && (
          <Select
            label="Letters are read as"
            description="Choose another where names look garbled."
            data={Object.entries(ENCODINGS).map(([value, label]) => ({ value, label }))}
            value={encoding}
            allowDeselect={false}
            onChange={(chosen) => chosen !== null && onRead({ encoding: chosen as Encoding })}
          />
        )}
        {sheets.length === 0 && (
          <Select
            label="Columns are separated by"
            data={Object.entries(DELIMITERS).map(([value, label]) => ({ value: value || NOTHING, label }))}
            value={given.how.delimiter === undefined ? null : given.how.delimiter || NOTHING}
            placeholder="As it seems"
            allowDeselect={false}
            onChange={(sign) => sign !== null && onRead({ delimiter: (sign === NOTHING ? '' : sign) as Delimiter })}
          />
        )}
        <Select
          label="A list of"
          data={OWN_LIST_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }))}
          value={guess.kind}
          allowDeselect={false}
          onChange={(kind) => kind !== null && change({ kind: kind as OwnListKind })}
        />
        {columnSelect(
          'Column of the names or codes',
          'valueColumn',
          guess.valueColumn === null ? 'More than one column may hold them: choose one.' : undefined,
        )}
        {guess.kind === 'COMPANY' && columnSelect('Column of their countries', 'countryColumn')}
        {guess.kind === 'COMPANY' && columnSelect('Column of their tax numbers', 'numberColumn')}
        {guess.chosenColumn !== null && columnSelect('Column of earlier matches', 'chosenColumn')}
        <TextInput
          label="Name of the list"
          maxLength={LIMITS.nameMaxLength}
          required
          dir="auto"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </div>
      {data.length > OWN_LIST_LIMITS.rows && <Notice kind="wrong">{MESSAGES.tooManyListRows}: divide it.</Notice>}
      {sending.error && <Notice kind="wrong">{sending.error.message}</Notice>}
      {sending.isPending && <Progress value={(100 * sent) / data.length} aria-label="Rows that are sent" />}
      <div className="row wrap gap-8-12">
        <Button variant="default" onClick={onOther}>
          Another file
        </Button>
        <ActionButton
          busy={sending.isPending}
          disabled={list === undefined}
          onClick={() => list && sending.mutate(list, { onSuccess: onMade })}
        >
          Find these among the records
        </ActionButton>
      </div>
    </>
  );
}

/** A choice is no empty text. */
const NOTHING = 'nothing';
