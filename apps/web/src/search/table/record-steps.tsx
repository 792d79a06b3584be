import { ActionIcon } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { RecordRow } from '@tidewaiter/contract';
import { formatCount } from '../../format/numbers.js';
import type { RecordPage } from '../api/calls.js';

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
export function RecordSteps({ page, row, withoutKeys = false, onShow, beyond }: RecordStepsProps) {
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
