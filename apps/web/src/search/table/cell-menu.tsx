import type { RecordColumn, RecordRow, SearchAddress } from '@tidewaiter/contract';
import { type RefObject, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { LaterMenu, loadMenus } from '../../session/later-menu.js';
import type { MenuEntry } from '../../ui/entry-menu.js';
import type { RecordPage } from '../api/calls.js';
import { COMPANY_PAGE_COSTS } from '../model/company-address.js';
import { facetOfColumn } from '../model/facets.js';
import { onlyThis, withoutThis } from '../model/narrow.js';
import classes from './cell-menu.module.css';
import { cellValue } from './cell-text.js';
import icons from './icons.module.css';

interface CellMenuProps {
  scroller: RefObject<HTMLDivElement | null>;
  page: RecordPage;
  /** The columns as they stand, from left to right, and how many stand before them. */
  columns: readonly RecordColumn[];
  leading: number;
  onNarrow: (part: Partial<SearchAddress>) => void;
  /** Opens a record beside the list. */
  onOpen: (record: RecordRow) => void;
}

interface PointedCell {
  element: HTMLElement;
  record: RecordRow;
  column: RecordColumn;
}

/**
 * Offers what can be done with the value of a cell. The whole table has one menu, whose button stands in the cell that is pointed at or has
 * the focus. By the keyboard, Enter opens it. A page has thousands of cells: a button in each would be drawn for nothing.
 */
export function CellMenu(props: CellMenuProps) {
  const { onOpen } = props;
  const [cell, setCell] = usePointedCell(props);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [said, setSaid] = useState('');
  if (!cell) return null;
  const { element, record, column } = cell;
  const isCompany = cellValue(record, column).company !== undefined;

  function open(opened: boolean) {
    setCell(cell && { ...cell, opened });
    // The cell has the keyboard's place, and its button comes and goes with it.
    if (!opened) element.focus({ preventScroll: true });
  }

  return (
    <>
      {createPortal(
        <button
          ref={setButton}
          type="button"
          className={`${icons.icon} ${icons.menu} ${classes.button}`}
          aria-label={`Use this value: ${column.label}`}
          aria-haspopup="menu"
          aria-expanded={cell.opened}
          tabIndex={-1}
          onClick={() => open(!cell.opened)}
        />,
        element,
      )}
      {cell.opened && (
        <LaterMenu
          opened
          button={button}
          onChange={open}
          width={240}
          entries={[
            ...narrowing(props, cell),
            ...(isCompany
              ? [
                  {
                    label: 'Open company',
                    link: { to: '/company', search: { name: String(record[column.key]) }, preload: false } as const,
                    title: COMPANY_PAGE_COSTS,
                  },
                ]
              : []),
            { label: 'Copy', act: () => void copy(record, column).then(setSaid) },
            {
              label: 'Open record',
              act: () => {
                // The record gives the focus back to where it is when it is opened, and the menu is gone then.
                element.focus({ preventScroll: true });
                onOpen(record);
              },
            },
          ]}
        />
      )}
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </>
  );
}

/** Offers the two ways of narrowing by a value, where its column has a filter. */
function narrowing({ page, onNarrow }: CellMenuProps, { record, column }: PointedCell): MenuEntry[] {
  const facet = facetOfColumn(page.query, column.key);
  // What stands in the place of a company finds none.
  if (!facet || (column.party && cellValue(record, column).company === undefined)) return [];
  const value = String(record[column.key]);
  return [
    { label: 'Only this', act: () => onNarrow(onlyThis(page.query, facet.field, value)) },
    { label: 'Without this', act: () => onNarrow(withoutThis(page.query, facet.field, value)) },
    'line',
  ];
}

/** Copies a value in full, and says what came of it. */
async function copy(record: RecordRow, column: RecordColumn): Promise<string> {
  try {
    await navigator.clipboard.writeText(cellValue(record, column).whole);
    return `${column.label} copied`;
  } catch {
    return 'The browser does not let this page copy';
  }
}

/** Finds the cell with a value that is pointed at or has the focus; an opened menu holds on to its own. */
function usePointedCell({ scroller, page, columns, leading }: CellMenuProps) {
  const [cell, setCell] = useState<(PointedCell & { opened: boolean }) | null>(null);

  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const point = (target: EventTarget | null, opened: boolean) => {
      const element =
        target instanceof Element ? target.closest<HTMLElement>('[role=gridcell]:not([data-leading])') : null;
      if (!element) return;
      const row = Number(element.closest<HTMLElement>('[data-row]')?.dataset.row) - 1;
      const column = columns[Number(element.getAttribute('aria-colindex')) - 1 - leading];
      const record = page.rows[row];
      if (!column || !record) return;
      setCell((before) => {
        if (before?.opened || (before?.element === element && !opened)) return before;
        return cellValue(record, column).shown === null ? null : { element, record, column, opened };
      });
    };
    const onPoint = ({ target, pointerType }: PointerEvent) => pointerType === 'mouse' && point(target, false);
    const onFocus = ({ target }: FocusEvent) => point(target, false);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.target instanceof Element) || !event.target.matches('[role=gridcell]'))
        return;
      event.preventDefault();
      // A menu that has just opened would take the same press for one outside of it.
      event.stopPropagation();
      point(event.target, true);
    };
    box.addEventListener('pointermove', onPoint, { passive: true });
    box.addEventListener('focusin', onFocus);
    box.addEventListener('keydown', onKey);
    return () => {
      box.removeEventListener('pointermove', onPoint);
      box.removeEventListener('focusin', onFocus);
      box.removeEventListener('keydown', onKey);
    };
  }, [scroller, page, columns, leading]);

  // Where the button stands in its cell is said by the cell.
  const element = cell?.element;
  useEffect(() => {
    if (!element) return;
    void loadMenus();
    element.setAttribute('data-menu', '');
    return () => element.removeAttribute('data-menu');
  }, [element]);
  return [cell, setCell] as const;
}
