import { Button, Menu } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { RefreshedBlock, Report, ReportPaper } from '@tidewaiter/contract';
import { useState } from 'react';
import { formatCount } from '../../format/numbers.js';
import { reportCalls, reportOf, useRefreshReports } from '../../search/reports/report-calls.js';
import { ActionButton } from '../../ui/action-button.js';
import { Awaiting } from '../../ui/awaiting.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { LoadFailure, Notice } from '../../ui/notice.js';
import { notifyDone } from '../../ui/notification.js';
import { Page } from '../../ui/page.js';
import { saveFile } from '../../ui/save-file.js';
import { ReportBlocks } from './report-blocks.js';
import { ReportEditor } from './report-editor.js';
import { ShareDialog } from './share-dialog.js';

/** One report: read, printed, taken home, computed anew, or changed. */
export function ReportPage({ reportId }: { reportId: string }) {
  const { data: report, error, refetch } = useQuery(reportOf(reportId));
  const [isChanging, setChanging] = useState(false);
  if (error) return <LoadFailure error={error} onRetry={refetch} />;
  if (!report)
    return (
      <Awaiting
        shapes={[
          ['lines', 2],
          ['table', 8],
        ]}
      />
    );
  if (isChanging)
    return (
      <Page title={report.name}>
        <ReportEditor report={report} onEnd={() => setChanging(false)} />
      </Page>
    );
  return <ReadReport key={report.revision} report={report} onChange={() => setChanging(true)} />;
}

const searches = (count: number) => (count === 1 ? 'one search' : `${formatCount(count)} searches`);

/** What computing it anew costs, before it does. */
const costInWords = (count: number) =>
  count === 0 ? 'Free: its questions are paid for.' : `Costs ${searches(count)}.`;

function ReadReport({ report, onChange }: { report: Report; onChange: () => void }) {
  const { reportId, revision, blocks, mayChange, refreshCost, refused, hasPdf } = report;
  const [isSharing, setSharing] = useState(false);
  const [now, setNow] = useState<readonly RefreshedBlock[] | null>(null);
  const reread = useRefreshReports();
  const navigate = useNavigate();
  const compute = useMutation({
    mutationFn: (keep: boolean) => reportCalls.refreshReport({ reportId, revision, keep }),
    onSuccess: async (answer, keep) => {
      if (!keep) return setNow(answer.blocks);
      setNow(null);
      await reread();
      notifyDone('The report has the newest figures');
    },
  });
  const remove = useMutation({
    mutationFn: () => reportCalls.removeReport({ reportId }),
    onSuccess: async ({ message }) => {
      await navigate({ to: '/reports', search: {} });
      await reread();
      notifyDone(message);
    },
  });
  const workbook = useMutation({
    mutationFn: async () => {
      const { workbookOf } = await import('./report-workbook.js');
      saveFile(await workbookOf(report, location.origin), `${report.name}.xlsx`);
    },
  });
  const pdf = useMutation({
    mutationFn: async (paper: ReportPaper) => {
      const { pdf: file } = await reportCalls.reportPdf({ reportId, paper });
      const bytes = Uint8Array.from(atob(file), (sign) => sign.charCodeAt(0));
      saveFile(new Blob([bytes], { type: 'application/pdf' }), `${report.name}.pdf`);
    },
  });
  const isOld = blocks.some(
    (block) =>
      block.kind === 'FIGURES' &&
      !refused.some(({ id }) => id === block.id) &&
      (block.isWithheld || block.figures.dataVersion < report.dataVersion),
  );
  const failure = compute.error ?? remove.error ?? workbook.error ?? pdf.error;
  return (
    <Page
      title={report.name}
      actions={
        <div className="row wrap gap-8 not-printed">
          <Link to="/reports" search={{}} className="accent self-center">
            All reports
          </Link>
          {hasPdf ? (
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionButton variant="default" size="xs" busy={pdf.isPending}>
                  Download PDF
                </ActionButton>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => pdf.mutate('A4')}>A4</Menu.Item>
                <Menu.Item onClick={() => pdf.mutate('LETTER')}>Letter</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          ) : (
            <Button variant="default" size="xs" onClick={() => window.print()}>
              Print or save as PDF
            </Button>
          )}
          <ActionButton variant="default" size="xs" busy={workbook.isPending} onClick={() => workbook.mutate()}>
            Download workbook
          </ActionButton>
          {mayChange && (
            <Button variant="default" size="xs" onClick={onChange}>
              Change
            </Button>
          )}
          {mayChange && (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" size="xs">
                  More
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => setSharing(true)}>Share or send</Menu.Item>
                <Menu.Item onClick={() => remove.mutate()}>Remove the report for good</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </div>
      }
    >
      {failure && <Notice kind="wrong">{failure.message}</Notice>}
      {isOld && mayChange && now === null && (
        <div className="row wrap gap-8-16 not-printed">
          <Notice kind="mind">Data came since these figures were computed. {costInWords(refreshCost)}</Notice>
          <ActionButton size="xs" busy={compute.isPending} onClick={() => compute.mutate(false)}>
            See what changed
          </ActionButton>
        </div>
      )}
      {now !== null && (
        <div className="row wrap gap-8-16 not-printed">
          <Notice kind="mind">
            These are the newest figures, each with what it was. The report still has its own.
          </Notice>
          <ActionButton size="xs" busy={compute.isPending} onClick={() => compute.mutate(true)}>
            Take the newest figures
          </ActionButton>
          <Button variant="default" size="xs" onClick={() => setNow(null)}>
            Leave it as it was
          </Button>
        </div>
      )}
      {blocks.length === 0 && (
        <NothingHere says="Nothing in it yet. “Add to report” stands beneath the tables of an analysis; text is added by Change." />
      )}
      <ReportBlocks report={report} now={now} refused={refused} />
      {isSharing && <ShareDialog report={report} onClose={() => setSharing(false)} />}
    </Page>
  );
}
