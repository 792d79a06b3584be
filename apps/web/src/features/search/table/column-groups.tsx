import { COLUMN_GROUPS, type RecordColumn } from '@tidewaiter/contract';
import classes from './column-chooser.module.css';

interface ColumnGroupsProps {
  columns: readonly RecordColumn[];
  /** Wire keys. */
  chosen: readonly string[];
  onToggle: (key: string, on: boolean) => void;
}

/** Columns to tick, in the catalogue's groups. */
export function ColumnGroups({ columns, chosen, onToggle }: ColumnGroupsProps) {
  const groups = COLUMN_GROUPS.map((name) => ({ name, own: columns.filter(({ group }) => group === name) }));
  return (
    <div className={classes.groups}>
      {columns.length === 0 && <p className={classes.nothing}>No column is called so</p>}
      {groups
        .filter(({ own }) => own.length > 0)
        .map(({ name, own }) => (
          <fieldset key={name} className={classes.group}>
            <legend>{name}</legend>
            {own.map(({ key, label, unit }) => (
              <label key={key} className={classes.option}>
                <input
                  type="checkbox"
                  checked={chosen.includes(key)}
                  onChange={(event) => onToggle(key, event.currentTarget.checked)}
                />
                {label}
                {unit && <span className={classes.unit}>{unit}</span>}
              </label>
            ))}
          </fieldset>
        ))}
    </div>
  );
}
