/** Sends a report when a clock says so: computed anew on the newest data, and as PDF where the portal makes it. */
import type { StandingQuestion, User } from '@tidewaiter/accounts';
import type { Services } from '../app/services.js';
import { computeFigures, refreshFigures, tellReport } from '../questions/report-figures.js';

/** Has mailed reports printed as their readers may see them when they are sent. */
export function printMailedReports(services: Services, publicUrl: string): void {
  const { following, saved } = services.accounts;
  following.questions.reportsPrintedBy(async (user, reportId, signal) => {
    const told = await tellReport({ services, signal, user }, await saved.reports.find(user, reportId));
    const printer = services.reportPrinter;
    const pdf = printer?.isThere ? await printer.print(told, { user, paper: 'A4' }, signal) : undefined;
    const link = new URL(`/reports?report=${reportId}`, publicUrl).href;
    return { name: told.name, link, pdf };
  });
}

/**
 * Computes the report of a standing question anew, and has it mailed. Computed again at another try, it costs nothing more that day.
 *
 * @throws PortalError where its person may change it no more, or has no searches left
 */
export async function sendReport(
  services: Services,
  question: StandingQuestion & { reportId: string },
  user: User,
  signal: AbortSignal,
): Promise<void> {
  const { saved, following } = services.accounts;
  const { blocks } = await saved.reports.changeable(user, question.reportId);
  const call = { services, caller: { user }, signal };
  const { replace } = await refreshFigures(blocks, (asks, since) => computeFigures(call, asks, since));
  await saved.reports.change(user, question.reportId, undefined, (now) => ({ blocks: replace(now.blocks) }));
  await following.questions.mailReport(question);
}
