import { ActionIcon, Transition } from '@mantine/core';
import { useFocusTrap, useMergedRef, useWindowEvent } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { RECORD_COLUMNS, type RecordColumn, type RecordRow, type SearchAddress } from '@tidewaiter/contract';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../format/numbers.js';
import { ScrollBox } from '../../ui/scroll-box.js';
import type { RecordPage } from '../api/calls.js';
import { COMPANY_PAGE_COSTS } from '../model/company-address.js';
import { facetOfColumn } from '../model/facets.js';
import { onlyThis } from '../model/narrow.js';
import { cellValue, hasValue, markedText } from './cell-text.js';
import { webSearchAddress } from './party-links.js';
import classes from './record-drawer.module.css';
import { AsWritten, RecordFields } from './record-fields.js';

interface RecordDrawerProps {
  page: RecordPage;
  /** Null keeps it closed. */
  row: RecordRow | null;
  /** It covers the whole screen, and so keeps the focus. */
  whole: boolean;
  onShow: (row: RecordRow) => void;
  /** What goes on to another page. */
  beyond: (by: number) => (() => void) | undefined;
  onClose: () => void;
  onSaveContact?: ((companyName: string) => void) | undefined;
  onNarrow?: ((part: Partial<SearchAddress>) => void) | undefined;
}

/** A drawer moves for so many milliseconds, and not at all where somebody asked for less. */
const MOVES_MS = 120;

const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

/**
 * Shows a record at the right, beside the list that it is of, every non-empty field with its label (SPEC 2 "Action column"): what it is, its money,
 * its companies with what can be done, and the rest.
 */
export function RecordDrawer(props: RecordDrawerProps) {
  const { page, row, whole, onShow, beyond, onClose, ...company } = props;
  const drawer = useRef<HTMLElement>(null);
  const ref = useMergedRef(drawer, takeFocus, useFocusTrap(whole && row !== null));
  // What goes out of sight still shows its record.
  const [held, setHeld] = useState(row);
  if (row && row !== held) setHeld(row);

  // Another row of the list may have taken it.
  useEffect(() => {
    if (row && !drawer.current?.contains(document.activeElement)) takeFocus(drawer.current);
  }, [row]);

  // Before a dialog above it closes: that takes the key for itself. The body has the focus where its last owner is gone.
  useWindowEvent(
    'keydown',
    ({ key, target }) => {
      if (key !== 'Escape' || row === null || !(target instanceof Element)) return;
      if (drawer.current?.contains(target) || target === document.body || target.closest('[role=grid]')) onClose();
    },
    { capture: true },
  );

  return (
    <Transition mounted={row !== null} transition="slide-left" duration={MOVES_MS} timingFunction="ease-out">
      {(moves) => (
        <section
          ref={ref}
          role="dialog"
          aria-label="Description"
          aria-modal={whole || undefined}
          tabIndex={-1}
          className={classes.drawer}
          data-record-drawer
          style={moves}
        >
          {held && (
            <>
              <div className="row spread flex-none p-8-12 line-below">
                <RecordSteps {...{ page, onShow, beyond }} row={held} withoutKeys={row === null} />
                <button type="button" className={classes.close} aria-label="Close record" onClick={onClose}>
                  <IconX size={18} stroke={1.6} aria-hidden />
                </button>
              </div>
              <ScrollBox key={held.id} label="Fields of the record" className="flex-1 p-16 scrolls-y">
                <Body page={page} row={held} {...company} />
              </ScrollBox>
            </>
          )}
        </section>
      )}
    </Transition>
  );
}

type BodyProps = Pick<RecordDrawerProps, 'page' | 'onSaveContact' | 'onNarrow'> & { row: RecordRow };

function Body({ page, row, ...acts }: BodyProps) {
  const columns = RECORD_COLUMNS[page.query.tradeType].filter(({ alias, key }) => !alias && hasValue(row, key));
  const product = columns.find(({ name }) => name === 'product_description');
  const parties = columns.filter((column) => cellValue(row, column).company !== undefined);
  return (
    <>
      {product && (
        <dl className="text medium anywhere mb-12">
          <Said page={page} row={row} column={product} />
        </dl>
      )}
      <RecordFields page={page} row={row} without={product ? [product, ...parties] : parties}>
        {parties.map((column) => (
          <Party key={column.key} page={page} row={row} column={column} {...acts} />
        ))}
      </RecordFields>
    </>
  );
}

/** What the record says in a column, with what its source wrote there. */
function Said({ page, row, column }: { page: RecordPage; row: RecordRow; column: RecordColumn }) {
  const { written } = cellValue(row, column);
  const asWritten = page.asWritten.get(row.id)?.find(({ key }) => key === column.key)?.text;
  return (
    <div>
      <dt className="soft small">{column.label}</dt>
      <dd>
        {markedText(String(row[column.key]), column, page.matched.get(row.id))}
        <AsWritten text={asWritten ?? written} />
      </dd>
    </div>
  );
}

/** A company of the record, and what can be done with it. */
function Party({ page, row, column, onSaveContact, onNarrow }: BodyProps & { column: RecordColumn }) {
  const name = String(row[column.key]);
  const facet = facetOfColumn(page.query, column.key);
  return (
    <section className={classes.party} aria-label={`${column.label}: ${name}`}>
      <dl className="strong anywhere">
        <Said page={page} row={row} column={column} />
      </dl>
      <div className={classes.acts}>
        <Link
          to="/company"
          search={{ name }}
          preload={false}
          title={COMPANY_PAGE_COSTS}
          aria-label={`Company page: ${name}`}
        >
          Company page
        </Link>
        {facet && onNarrow && (
          <button
            type="button"
            className="linkButton"
            aria-label={`Its shipments: ${name}`}
            onClick={() => onNarrow(onlyThis(page.query, facet.field, name))}
          >
            Its shipments
          </button>
        )}
        {onSaveContact && (
          <button
            type="button"
            className="linkButton"
            aria-label={`Save contact: ${name}`}
            onClick={({ detail }) => detail < 2 && onSaveContact(name)}
          >
            Save contact
          </button>
        )}
        <a
          href={webSearchAddress(name)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Web search for ${name}`}
        >
          Web search
        </a>
      </div>
    </section>
  );
}

interface RecordStepsProps {
  page: RecordPage;
  row: RecordRow;
  /** The arrow keys are somebody else's. */
  withoutKeys?: boolean;
  /** Goes on to another record of the page. */
  onShow: (row: RecordRow) => void;
  /** What goes on to the page before (-1) or behind (1) it; nothing where there is none. */
  beyond?: ((by: number) => (() => void) | undefined) | undefined;
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** These take the arrow keys for themselves. */
const TYPED = 'input, textarea, select';

/** Says which record of the page is shown, and leads to its neighbours, over the ends of the page, too: by buttons, and by the arrow keys. */
function RecordSteps({ page, row, withoutKeys = false, onShow, beyond }: RecordStepsProps) {
  const at = page.rows.findIndex(({ id }) => id === row.id);
  function towards(by: number): (() => void) | undefined {
    const next = at < 0 ? undefined : page.rows[at + by];
    return next ? () => onShow(next) : beyond?.(by);
  }

  useWindowEvent('keydown', (event) => {
    const { key, altKey, ctrlKey, metaKey, target } = event;
    const taken = event.defaultPrevented || (target instanceof Element && target.matches(TYPED));
    const by = STEPS[key];
    if (by !== undefined && !(withoutKeys || taken || altKey || ctrlKey || metaKey)) towards(by)?.();
  });

  const step = (label: string, by: number, Icon: typeof IconChevronLeft) => {
    const go = towards(by);
    return (
      <ActionIcon
        variant="default"
        size={32}
        aria-label={label}
        title={`${label} (${by < 0 ? '←' : '→'})`}
        disabled={!go}
        onClick={go}
      >
        <Icon size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    );
  };

  if (at < 0) return null;
  return (
    <div className="row gap-8 soft small figures">
      {step('Previous record', -1, IconChevronLeft)}
      {step('Next record', 1, IconChevronRight)}
      <p role="status">
        Record {formatCount(at + 1)} of {formatCount(page.rows.length)} on this page
      </p>
    </div>
  );
}
