import { useQuery } from '@tanstack/react-query';
import { type LineField, listsSoughtBy, OWN_LIST_LIMITS, type OwnColumns, type OwnList } from '@tidewaiter/contract';
import { formatCount } from '../../format/numbers.js';
import { ownLists } from '../../search/api/own-lists.js';
import dialog from './export-dialog.module.css';
import classes from './own-columns.module.css';

interface OwnColumnsChoiceProps {
  /** The question's line, which may look for records by lists. */
  line: string;
  chosen: OwnColumns;
  onChoose: (chosen: OwnColumns) => void;
}

/** Offers the columns of the lists by which a question looks, to be joined to its records. */
export function OwnColumnsChoice({ line, chosen, onChoose }: OwnColumnsChoiceProps) {
  const { data } = useQuery(ownLists());
  const named = listsSoughtBy(line).flatMap(({ name, fields }) => {
    const list = data?.ownLists.find((one) => sameName(one.name, name));
    return list ? [{ name, fields, list }] : [];
  });
  const count = chosen.reduce((sum, { columns }) => sum + columns.length, 0);
  return named.map(({ name, fields, list }) => {
    const own = chosen.find((one) => one.list === name)?.columns ?? [];
    const choose = (columns: string[]) => {
      const others = chosen.filter((one) => one.list !== name);
      onChoose(columns.length > 0 ? [...others, { list: name, columns }] : others);
    };
    return (
      <fieldset key={name} className={dialog.choices}>
        <legend>
          Your columns of <bdi>{list.name}</bdi>
        </legend>
        <div className={classes.columns}>
          {columnsOf(list).map((column) => (
            <label key={column} className="row gap-8 min-h-28 pressable">
              <input
                type="checkbox"
                checked={own.includes(column)}
                disabled={count >= OWN_LIST_LIMITS.joinedColumns && !own.includes(column)}
                onChange={({ currentTarget: { checked } }) =>
                  choose(checked ? [...own, column] : own.filter((one) => one !== column))
                }
              />
              <bdi>{column}</bdi>
            </label>
          ))}
        </div>
        <p className="soft small anywhere">
          Behind the other columns, what your list says of {whatOf(fields)}; where several rows of it do, their values
          are parted by “; ”. At most {formatCount(OWN_LIST_LIMITS.joinedColumns)} columns, at no cost.
        </p>
      </fieldset>
    );
  });
}

/** A question names a list in whatever case. */
const sameName = (one: string, other: string) =>
  one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();

/** Each name once; a column without one cannot be told from others. */
const columnsOf = ({ columns }: OwnList) => [...new Set(columns.filter((column) => column.trim() !== ''))];

const OF: Partial<Record<LineField, string>> = {
  importer: "a record's importer",
  exporter: "a record's exporter",
  notify: "a record's notify party",
  company: "a record's importer or exporter",
  hs: "a record's HS code",
  record: 'a record',
};

const whatOf = (fields: readonly LineField[]) => fields.map((field) => OF[field] ?? 'a record').join(' or ');
