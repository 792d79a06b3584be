import type { RefreshedBlock, Report, SharedReport } from '@tidewaiter/contract';
import { Figures } from './figures-block.js';
import { ReportText } from './report-text.js';
import classes from './reports.module.css';

interface ReportBlocksProps {
  report: Pick<SharedReport, 'blocks' | 'notes'>;
  /** How its figures are on the newest data, where somebody has asked. */
  now?: readonly RefreshedBlock[] | null;
  /** Blocks that can no longer be computed. */
  refused?: Report['refused'];
}

/** What a report says: its texts and figures, and beneath them once where its records come from and what these lack. */
export function ReportBlocks({ report: { blocks, notes }, now, refused = [] }: ReportBlocksProps) {
  return (
    <div className="stack gap-24" data-report>
      {blocks.map((block) =>
        block.kind === 'TEXT' ? (
          <ReportText key={block.id} text={block.text} />
        ) : (
          <section key={block.id} className={`stack gap-12 ${classes.block}`} aria-label={block.title}>
            <h2>{block.title}</h2>
            <Figures
              block={block}
              now={now?.find(({ id }) => id === block.id)}
              refused={refused.find(({ id }) => id === block.id)?.why}
            />
          </section>
        ),
      )}
      {notes.map((note) => (
        <p key={note} className="soft small">
          {note}
        </p>
      ))}
    </div>
  );
}
