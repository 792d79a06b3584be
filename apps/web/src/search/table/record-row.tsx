import type { Row } from '@tanstack/react-table';
import type { MatchedText, RecordRow } from '@tidewaiter/contract';
import { type MouseEvent, memo } from 'react';
import { formatCount } from '../../format/numbers.js';
import { cellValue, decimalsOf, markedText } from './cell-text.js';
import icons from './icons.module.css';
import { PartyLinks, PartyName } from './party-links.js';
import classes from './record-row.module.css';
import grid from './record-table.module.css';
import type { ColumnDetails, ColumnPlacement, LeadingColumn, tableParts } from './table-columns.js';
import type { VirtualColumn } from './virtual-grid.js';

interface RecordTableRowProps {
  row: Row<typeof tableParts, RecordRow>;
  leading: ReadonlyMap<LeadingColumn, ColumnPlacement>;
  pinned: readonly VirtualColumn[];
  scrolled: readonly VirtualColumn[];
  ending: readonly VirtualColumn[];
  /** It counts in the whole result, from 1: `Sl` shows it. */
  position: number;
  /** It counts on the page, from 0. */
  index: number;
  top: number;
  /** The keyboard's place is in this column, where it is in this row. */
  stop: number | null;
  selected: boolean;
  /** It came since the person last looked at the saved search that was opened. */
  isNew: boolean;
  onPick: (ids: readonly string[], on: boolean) => void;
  matched: readonly MatchedText[] | undefined;
  /** It stands open beside the list. */
  opened: boolean;
  onOpen: (record: RecordRow) => void;
  onSaveContact: ((companyName: string) => void) | undefined;
}

/** Draws a record's row. It is drawn again only when something of its own changes: scrolling, ticks and hovering leave the others be. */
export const RecordTableRow = memo(function RecordTableRow(props: RecordTableRowProps) {
  const { row, leading, pinned, scrolled, ending, position, index, top, stop, selected } = props;
  const record = row.original;
  const lead = (name: LeadingColumn) => {
    const place = leading.get(name);
    return place && { place, tabIndex: stop === place.index ? (0 as const) : (-1 as const) };
  };
  const [select, sl, action] = [lead('select'), lead('sl'), lead('action')];
  const cells = (columns: readonly VirtualColumn[]) =>
    columns.map((column) => (
      <RecordCell
        key={column.details.column.key}
        record={record}
        details={column.details}
        index={column.index}
        width={column.width}
        gap={column.gap}
        stop={stop === column.index}
        matched={props.matched}
        onSaveContact={props.onSaveContact}
      />
    ));
  return (
    <div
      role="row"
      aria-rowindex={position + 1}
      aria-selected={selected}
      aria-current={props.opened || undefined}
      data-row={index + 1}
      className={classes.bodyRow}
      style={{ top }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: those who listen have the menu of each cell */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the menu of each cell */}
      <div className={classes.line} onClick={(event) => opensRecord(event) && props.onOpen(record)}>
        <div role="presentation" className={grid.standing}>
          {select && (
            <LeadingCell place={select.place}>
              <label className={grid.tick}>
                <input
                  type="checkbox"
                  checked={selected}
                  aria-label={`Select record ${position}`}
                  tabIndex={select.tabIndex}
                  onChange={(event) => props.onPick([record.id], event.currentTarget.checked)}
                />
              </label>
            </LeadingCell>
          )}
          {sl && (
            <LeadingCell place={sl.place} type="integer" tabIndex={sl.tabIndex}>
              {props.isNew && <NewMark />}
              {record.owned && <OwnedMark />}
              {formatCount(position)}
            </LeadingCell>
          )}
          {action && (
            <LeadingCell place={action.place}>
              <button
                type="button"
                className={classes.act}
                aria-label={`Description of record ${position}`}
                aria-haspopup="dialog"
                tabIndex={action.tabIndex}
                onClick={() => props.onOpen(record)}
              >
                View
              </button>
            </LeadingCell>
          )}
          {cells(pinned)}
        </div>
        <div role="presentation" className="flex flex-1">
          {cells(scrolled)}
        </div>
        {ending.length > 0 && (
          <div role="presentation" className={grid.ending}>
            {cells(ending)}
          </div>
        )}
      </div>
    </div>
  );
});

/** What has an act of its own keeps it, and so does text that was chosen by dragging over it. */
export function opensRecord({ target }: MouseEvent): boolean {
  const acts = target instanceof Element && target.closest('a, button, label, input');
  return !acts && (window.getSelection()?.isCollapsed ?? true);
}

const OWNED = 'Exported already: exporting it again is free';

/** Says that the account has exported a record. */
export function OwnedMark() {
  return <span role="img" aria-label="Exported already" title={OWNED} className={icons.owned} />;
}

/** Says that a record is new to the saved search that was opened. */
export function NewMark() {
  return (
    <span
      role="img"
      aria-label="New"
      title="New since you last looked at this saved search"
      className={icons.new}
      data-new
    />
  );
}

interface LeadingCellProps {
  place: ColumnPlacement;
  type?: 'integer';
  tabIndex?: 0 | -1 | undefined;
  children: React.ReactNode;
}

function LeadingCell({ place, type, tabIndex, children }: LeadingCellProps) {
  return (
    <div
      role="gridcell"
      aria-colindex={place.index + 1}
      className={classes.cell}
      data-leading
      data-type={type}
      tabIndex={tabIndex}
      style={{ width: place.width }}
    >
      {children}
    </div>
  );
}

interface RecordCellProps {
  record: RecordRow;
  details: ColumnDetails;
  /** It counts the columns, from 0. */
  index: number;
  width: number;
  gap: number;
  /** The keyboard's place is here. */
  stop: boolean;
  matched: readonly MatchedText[] | undefined;
  onSaveContact: ((companyName: string) => void) | undefined;
}

/** The room that a figure leaves for the decimals that others of its column have: their points stand in line. */
function blankAfter(shown: string | null, decimals: number): string | undefined {
  const own = shown === null ? 0 : decimalsOf(shown);
  if (own >= decimals) return undefined;
  return `${decimals - own + (own === 0 ? POINT : 0)}ch`;
}

/** The decimal point is so wide, in digits. */
const POINT = 0.45;

/**
 * Draws one cell. What does not fit ends in an ellipsis; the whole shows on hover, and in place when the cell has the focus. A page has
 * thousands: they have as few elements as will do.
 */
const RecordCell = memo(function RecordCell(props: RecordCellProps) {
  const { record, details, index, width, gap, stop, matched, onSaveContact } = props;
  const { column, cellUnit, decimals } = details;
  const { shown, whole, derived, origin, company } = cellValue(record, column);
  const title = origin === undefined ? whole : `${whole} · ${origin}`;
  const content =
    shown === null ? (
      <span role="img" aria-label="no value" className="soft">
        –
      </span>
    ) : (
      markedText(shown, column, matched)
    );
  const wraps = shown !== null && (column.type === 'text' || column.type === 'label');
  const tabIndex = stop ? 0 : -1;
  const named = company ? (
    <PartyName companyName={company} tabIndex={tabIndex}>
      {content}
    </PartyName>
  ) : (
    content
  );
  return (
    <div
      role="gridcell"
      aria-colindex={index + 1}
      className={classes.cell}
      data-type={column.type}
      data-party={company !== undefined || undefined}
      data-wraps={wraps || undefined}
      title={title}
      tabIndex={tabIndex}
      style={{
        width,
        ...(gap > 0 && { marginInlineStart: gap }),
        ...(column.type === 'decimal' && { '--blank': blankAfter(shown, decimals) }),
      }}
    >
      {/* The same element with the focus and without it: a press whose place is drawn anew meanwhile is none. */}
      <span
        className={stop || wraps ? classes.value : undefined}
        data-whole={(stop || wraps) && whole !== shown ? title : undefined}
      >
        {derived && '≈ '}
        {named}
        {cellUnit && <span className={classes.unit}>{shown !== null && record[cellUnit]}</span>}
      </span>
      {company && (
        <PartyLinks
          companyName={company}
          tabIndex={tabIndex}
          className={classes.partyLinks}
          onSaveContact={onSaveContact}
        />
      )}
    </div>
  );
});
