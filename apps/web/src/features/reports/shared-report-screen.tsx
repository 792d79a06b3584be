import { useQuery } from '@tanstack/react-query';
import { dayOf, displayDate } from '@tidewaiter/contract';
import { reportOfLink } from '../../search/reports/report-calls.js';
import { OpenFrame } from '../../session/open-frame.js';
import { Awaiting } from '../../ui/awaiting.js';
import { LoadFailure } from '../../ui/notice.js';
import { ReportBlocks } from './report-blocks.js';
import { ReportText } from './report-text.js';

/** A report as anybody reads it who has its link (/shared-report), whose secret comes behind a `#`: no server's log has it. */
export function SharedReportScreen() {
  const { data: report, error, refetch } = useQuery(reportOfLink(window.location.hash.slice(1)));
  return (
    <OpenFrame title={report?.name ?? 'Report'} width="wide">
      {error && <LoadFailure error={error} onRetry={refetch} />}
      {!report && !error && (
        <Awaiting
          shapes={[
            ['lines', 2],
            ['table', 8],
          ]}
        />
      )}
      {report && (
        <div className="stack gap-24 mt-8">
          <ReportText text={report.note} />
          <p className="soft small not-printed">
            This link shows the report until {displayDate(dayOf(new Date(report.endsDate)))}. Its numbers open their
            records for who signs in here and whose subscription has them.
          </p>
          <ReportBlocks report={report} />
        </div>
      )}
    </OpenFrame>
  );
}
