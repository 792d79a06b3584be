import { Button, TextInput } from '@mantine/core';
import { COLUMN_GROUPS, LIMITS, MESSAGES, type RecordColumn } from '@tidewaiter/contract';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { Notice } from '../../ui/notice.js';
import { TitledModal } from '../../ui/titled-modal.js';
import classes from './column-chooser.module.css';
import icons from './icons.module.css';
import { movedBeside } from './layout.js';
import { useDragOrder } from './use-drag-order.js';

interface ColumnDialogProps extends ChooseColumnsProps {
  opened: boolean;
}

/** The choice of columns in its dialog, which begins anew each time. */
export function ColumnDialog({ opened, ...choice }: ColumnDialogProps) {
  return (
    <TitledModal
      title="Columns"
      opened={opened}
      onClose={choice.onCancel}
      size={820}
      contentClass={classes.content}
      bodyClass={classes.body}
    >
      <ChooseColumns {...choice} />
    </TitledModal>
  );
}

interface ChooseColumnsProps {
  offered: readonly RecordColumn[];
  /** The columns of these wire keys are shown unless somebody chooses. */
  initial: readonly string[];
  /** The columns of these wire keys are shown now, in this order. */
  shown: readonly string[];
  onCancel: () => void;
  onApply: (keys: readonly string[]) => void;
}

/** Offers columns on one side, and shows the chosen ones in their order on the other; nothing changes before Apply. */
function ChooseColumns({ offered, initial, shown, onCancel, onApply }: ChooseColumnsProps) {
  const [chosen, setChosen] = useState(shown);
  const [sought, setSought] = useState('');
  const [full, setFull] = useState(false);
  const text = sought.trim().toLowerCase();
  const listed = offered.filter(({ label }) => label.toLowerCase().includes(text));
  const labels = new Map(offered.map(({ key, label }) => [key, label]));

  /** As many as may be shown are chosen; beyond the cap, the message says so (SPEC 5). */
  function choose(keys: readonly string[]) {
    setFull(keys.length > LIMITS.columns);
    setChosen(keys.slice(0, LIMITS.columns));
  }

  const add = (keys: readonly string[]) => choose([...new Set([...chosen, ...keys])]);
  const remove = (keys: readonly string[]) => choose(chosen.filter((key) => !keys.includes(key)));
  const listedKeys = listed.map(({ key }) => key);

  function submit(event: FormEvent) {
    event.preventDefault();
    onApply(chosen);
  }

  return (
    <form className={classes.form} onSubmit={submit} aria-label="Columns">
      <div className={classes.panes}>
        <div className="column min-h-0">
          <TextInput
            label="Search columns"
            type="search"
            value={sought}
            onChange={(event) => setSought(event.currentTarget.value)}
            // It takes the focus, not what closes the dialog.
            data-autofocus
          />
          <div className="flex gap-4 mt-8">
            <Button variant="subtle" size="compact-sm" onClick={() => add(listedKeys)}>
              Select all
            </Button>
            <Button variant="subtle" size="compact-sm" onClick={() => remove(listedKeys)}>
              None
            </Button>
            <Button variant="subtle" size="compact-sm" onClick={() => choose(initial)}>
              Default
            </Button>
          </div>
          <ColumnGroups columns={listed} chosen={chosen} onToggle={(key, on) => (on ? add([key]) : remove([key]))} />
        </div>
        <ColumnOrder columns={chosen.map((key) => ({ key, label: labels.get(key) ?? key }))} onChange={choose} />
      </div>
      {full && <Notice kind="wrong">{MESSAGES.columnLimit}</Notice>}
      <div className={`row justify-end gap-8 ${classes.foot}`}>
        <p role="status">
          {chosen.length === 0 ? 'Choose at least one column' : `${chosen.length} of ${offered.length} columns`}
        </p>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={chosen.length === 0}>
          Apply
        </Button>
      </div>
    </form>
  );
}

interface ColumnGroupsProps {
  columns: readonly RecordColumn[];
  /** Wire keys. */
  chosen: readonly string[];
  onToggle: (key: string, on: boolean) => void;
}

/** Offers columns to tick, in the catalogue's groups. */
function ColumnGroups({ columns, chosen, onToggle }: ColumnGroupsProps) {
  const groups = COLUMN_GROUPS.map((name) => ({ name, own: columns.filter(({ group }) => group === name) }));
  return (
    <div className={classes.groups}>
      {columns.length === 0 && <p className="soft mt-8">No column is called so</p>}
      {groups
        .filter(({ own }) => own.length > 0)
        .map(({ name, own }) => (
          <fieldset key={name} className={classes.group}>
            <legend>{name}</legend>
            {own.map(({ key, label, unit }) => (
              <label key={key} className="row gap-8 min-h-28 small pressable">
                <input
                  type="checkbox"
                  checked={chosen.includes(key)}
                  onChange={(event) => onToggle(key, event.currentTarget.checked)}
                />
                {label}
                {unit && <span className="soft">{unit}</span>}
              </label>
            ))}
          </fieldset>
        ))}
    </div>
  );
}

interface ColumnOrderProps {
  columns: readonly { key: string; label: string }[];
  onChange: (keys: readonly string[]) => void;
}

type Direction = 'up' | 'down';

/** Lists the chosen columns as they stand from left to right: they are dragged, or moved by their buttons. */
function ColumnOrder({ columns, onChange }: ColumnOrderProps) {
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<{ key: string; direction: Direction } | null>(null);
  const keys = columns.map(({ key }) => key);
  const drag = useDragOrder('y', (key, target, side) => onChange(movedBeside(keys, key, target, side)));

  function move(key: string, direction: Direction) {
    const target = keys[keys.indexOf(key) + (direction === 'up' ? -1 : 1)];
    if (target === undefined) return;
    onChange(movedBeside(keys, key, target, direction === 'up' ? 'before' : 'after'));
    setMoved({ key, direction });
  }

  // An element that is put elsewhere in the document loses the focus: the button that was pressed keeps it.
  useLayoutEffect(() => {
    if (!moved) return;
    const item = list.current?.querySelector(`[data-key="${moved.key}"]`);
    item?.querySelector<HTMLElement>(`[data-direction="${moved.direction}"]`)?.focus();
  }, [moved]);

  const place = moved ? keys.indexOf(moved.key) : -1;
  const button = (key: string, label: string, direction: Direction, last: boolean) => (
    <button
      type="button"
      className={`${icons.icon} ${direction === 'up' ? icons.ascending : icons.descending} ${classes.move}`}
      data-direction={direction}
      aria-label={`Move ${label} ${direction}`}
      aria-disabled={last}
      onClick={() => move(key, direction)}
    />
  );
  return (
    <div className="column min-h-0">
      <h3 className={classes.orderTitle}>Shown, from left to right</h3>
      <ol ref={list} className={classes.order} aria-label="Shown columns" {...drag.handlers}>
        {columns.map(({ key, label }, index) => (
          <li key={key} data-key={key} draggable className={classes.item}>
            <span className={classes.grip} aria-hidden="true" />
            <span className="flex-1 min-w-0">{label}</span>
            {button(key, label, 'up', index === 0)}
            {button(key, label, 'down', index === columns.length - 1)}
          </li>
        ))}
        {drag.mark !== null && <li aria-hidden="true" className={classes.dropMark} style={{ top: drag.mark }} />}
      </ol>
      <p role="status" className="visually-hidden">
        {place >= 0 && `${columns[place]?.label}, ${place + 1} of ${columns.length}`}
      </p>
    </div>
  );
}
