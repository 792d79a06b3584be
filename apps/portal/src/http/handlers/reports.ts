import { randomUUID } from 'node:crypto';
import { mayChange, type Report, type ReportWithoutBlocks, type User } from '@tidewaiter/accounts';
import {
  type KeptBlock,
  type ListedReport,
  MESSAGES,
  PortalError,
  REPORT_LIMITS,
  reportAsks,
} from '@tidewaiter/contract';
import { computeFigures, costOf, refreshFigures, tellReport } from '../../questions/report-figures.js';
import type { Handler } from './handler.js';
import { inTurn } from './heavy-calls.js';

function listed(
  user: User,
  { id, name, changedAt, createdAt, maker, revision, ...report }: ReportWithoutBlocks,
): ListedReport {
  return {
    ...{ reportId: id, name, revision, blocks: report.blocks, createdBy: maker },
    changedDate: changedAt.toISOString(),
    createdDate: createdAt.toISOString(),
    mayChange: mayChange(user, report),
  };
}

/** What its readers are told of a link. */
const linkOf = ({ linkEndsAt, linkNote }: Pick<Report, 'linkEndsAt' | 'linkNote'>) => ({
  note: linkNote ?? '',
  endsDate: (linkEndsAt ?? new Date()).toISOString(),
});

const figuresIn = ({ blocks }: Pick<Report, 'blocks'>) => blocks.filter((block) => block.kind === 'FIGURES');

export const reportList: Handler<'reportList'> = async ({ services: { accounts }, caller: { user } }) => {
  const reports = await accounts.saved.reports.list(user);
  return { reports: reports.map((report) => listed(user, report)), most: REPORT_LIMITS.reports };
};

export const createReport: Handler<'createReport'> = async ({ services: { accounts }, request, caller: { user } }) => {
  await accounts.plans.subscriptions.active(user);
  return { reportId: await accounts.saved.reports.create(user, request.name) };
};

export const report: Handler<'report'> = async (call) => {
  const { services, signal, caller } = call;
  const { user } = caller;
  const { blocks, ...found } = await services.accounts.saved.reports.find(user, call.request.reportId);
  const { searches, ...cost } = await costOf(call, figuresIn({ blocks }));
  return {
    ...listed(user, { ...found, blocks: blocks.length }),
    ...(await tellReport({ services, signal, user }, { ...found, blocks })),
    link: found.linkEndsAt && found.linkEndsAt > new Date() ? linkOf(found) : null,
    hasPdf: services.reportPrinter?.isThere === true,
    ...cost,
    refreshCost: searches,
  };
};

export const addReportBlock: Handler<'addReportBlock'> = async (call) => {
  const { services, request, caller } = call;
  const { reports } = services.accounts.saved;
  const { reportId, title, chart } = request;
  // Before anything is paid for.
  const { blocks } = await reports.changeable(caller.user, reportId);
  if (blocks.length >= REPORT_LIMITS.reportBlocks) throw new PortalError('REPORT_FULL');
  const asks = reportAsks.parse(request.asks);
  const { figures, source } = await inTurn(call, () => computeFigures(call, asks, null));
  const block: KeptBlock = { id: randomUUID(), kind: 'FIGURES', title, chart, asks, figures, source };
  const revision = await reports.change(caller.user, reportId, undefined, (now) => {
    if (now.blocks.length >= REPORT_LIMITS.reportBlocks) throw new PortalError('REPORT_FULL');
    return { blocks: [...now.blocks, block] };
  });
  return { blockId: block.id, revision };
};

export const changeReport: Handler<'changeReport'> = async ({ services: { accounts }, request, caller: { user } }) => {
  const { reportId, revision, name, blocks } = request;
  await accounts.saved.reports.change(user, reportId, revision, (now) => {
    const there = new Map(now.blocks.map((block) => [block.id, block]));
    const next = blocks.map((asked): KeptBlock => {
      const block = asked.id === undefined ? undefined : there.get(asked.id);
      // Each once: two of one id could not be told apart.
      if (block) there.delete(block.id);
      if ('text' in asked) return { id: block?.id ?? randomUUID(), kind: 'TEXT', text: asked.text };
      if (block?.kind !== 'FIGURES') throw new PortalError('CHANGED_MEANWHILE');
      return { ...block, title: asked.title, chart: asked.chart };
    });
    return { name, blocks: next };
  });
  return { message: MESSAGES.reportSaved };
};

export const refreshReport: Handler<'refreshReport'> = async (call) => {
  const { services, request, caller } = call;
  const { reports } = services.accounts.saved;
  const { reportId, revision, keep } = request;
  const found = await reports.changeable(caller.user, reportId, revision);
  const { refreshed: blocks, replace } = await refreshFigures(found.blocks, (asks, since) =>
    inTurn(call, () => computeFigures(call, asks, since)),
  );
  if (!keep) return { blocks, revision };
  const next = await reports.change(caller.user, reportId, revision, (now) => ({ blocks: replace(now.blocks) }));
  return { blocks, revision: next };
};

export const shareReport: Handler<'shareReport'> = async ({ services: { accounts }, request, caller: { user } }) => {
  const { secret: token, endsAt } = await accounts.saved.reports.share(user, request.reportId, request);
  return { token, endsDate: endsAt.toISOString() };
};

export const unshareReport: Handler<'unshareReport'> = async ({ services, request, caller: { user } }) => {
  await services.accounts.saved.reports.unshare(user, request.reportId);
  return { message: MESSAGES.reportUnshared };
};

export const sharedReport: Handler<'sharedReport'> = async ({ services, request, signal }) => {
  const { report, owner } = await services.accounts.saved.reports.byLink(request.token);
  return { ...(await tellReport({ services, signal, user: owner }, report)), ...linkOf(report) };
};

export const reportPdf: Handler<'reportPdf'> = async (call) => {
  const { services, request, signal, caller } = call;
  const { user } = caller;
  const kept = await services.accounts.saved.reports.find(user, request.reportId);
  if (!services.reportPrinter?.isThere) throw new PortalError('NO_PDF');
  const told = await tellReport({ services, signal, user }, kept);
  const { reportPrinter } = services;
  const pdf = await inTurn(call, () => reportPrinter.print(told, { user, paper: request.paper }, signal));
  return { pdf: pdf.toString('base64') };
};

export const removeReport: Handler<'removeReport'> = async ({ services: { accounts }, request, caller: { user } }) => {
  await accounts.saved.reports.remove(user, request.reportId);
  return { message: MESSAGES.itemRemoved };
};
