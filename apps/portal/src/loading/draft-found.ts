/** What a look at a draft found, as the screen shows it. */
import { answerOf, type DraftFound, type DraftTotals, type UnderstoodDraft } from '@tidewaiter/contract';
import {
  formInWords,
  type LoadOutcome,
  type LoadPreview,
  type PreviewedQuestion,
  type UnderstoodFile,
} from '@tidewaiter/loader';
import type { LoadSummary } from '@tidewaiter/records';

/** Chapters that are shown, and examples of a column. */
const CHAPTERS = 12;
const EXAMPLES = 4;

function understoodOf(chosen: UnderstoodFile): UnderstoodDraft {
  const { findings, mapping, changed } = chosen;
  const finding = (value: string | undefined, { confidence, reason }: { confidence: number; reason: string }) => ({
    value: value ?? null,
    sure: confidence,
    reason,
  });
  const saidByIt = (value: string | undefined) =>
    value === undefined ? null : finding(value, { confidence: 1, reason: `the mapping ${mapping.name} says so` });
  return {
    origin: chosen.origin,
    mapping: mapping.name,
    form: formInWords(chosen.form),
    rows: chosen.rows,
    trade: findings ? finding(findings.trade.trade, findings.trade) : saidByIt(mapping.trade),
    country: findings
      ? finding(findings.country.country, findings.country)
      : saidByIt(typeof mapping.country === 'string' ? mapping.country : undefined),
    dates: findings?.dates ? finding(mapping.dateFormat, findings.dates) : null,
    numbers: findings?.numbers.reason ?? null,
    told: chosen.unclear.filter((text) => !chosen.questions.some((question) => question.text === text)),
    changed: changed ? { mapping: changed.mapping.name, added: changed.added, gone: changed.gone } : null,
    columns: chosen.columns.map(({ header, target, confidence, reason, examples }) => ({
      ...{ header, target, reason },
      sure: confidence,
      examples: examples.slice(0, EXAMPLES),
    })),
    first: (chosen.first ?? []).map((row) => ({
      ...row,
      cells: [...row.cells],
      record: row.record && { ...row.record },
    })),
  };
}

const questionOf = ({ text, answers, leads, mustBeAnswered = false, blank, columns: named }: PreviewedQuestion) => ({
  text,
  answers: answers.map((answer, index) => ({ answer, lead: leads[index] ?? null })),
  mustBeAnswered,
  blank: blank ?? null,
  named: named.map((column) => ({ ...column, examples: column.examples.slice(0, EXAMPLES) })),
});

/** A file that leaves questions open. */
export const foundOpen = (chosen: UnderstoodFile, preview: LoadPreview): DraftFound => ({
  understood: understoodOf(chosen),
  questions: preview.questions.map(questionOf),
  rowsAsked: preview.rows,
  asProposed: preview.asProposed,
  totals: null,
});

/** An archive of several tables: which of them is meant is asked before anything is read. */
export const foundTables = (tables: readonly string[]): DraftFound => ({
  understood: null,
  questions: [
    {
      text: `which of its ${tables.length} tables is to be loaded?`,
      answers: tables.map((name) => ({ answer: answerOf('member', name), lead: null })),
      mustBeAnswered: true,
      blank: null,
      named: [],
    },
  ],
  rowsAsked: 0,
  asProposed: null,
  totals: null,
});

/**
 * A file that leaves nothing open, or that is loaded.
 *
 * @param there what is loaded, whose prices stand beside its own
 * @param before what was found when it was looked at; a load does not tell it again
 */
export function foundWhole(
  outcome: LoadOutcome,
  there: readonly LoadSummary[],
  before: UnderstoodDraft | null = null,
): DraftFound {
  const understood = outcome.understood ? understoodOf(outcome.understood) : before;
  return { understood, questions: [], rowsAsked: 0, asProposed: null, totals: totalsOf(outcome, there) };
}

function totalsOf({ report, overlaps, sameAs, rejections }: LoadOutcome, there: readonly LoadSummary[]): DraftTotals {
  const { figures } = report;
  const known = knownPrices(there);
  return {
    rowsRead: report.rowsRead,
    rowsLoaded: report.rowsLoaded,
    rowsRejected: report.rowsRejected,
    measures: report.measures.map(({ column, source, loaded, rejected }) => ({ column, source, loaded, rejected })),
    months: figures?.months ?? [],
    usd: figures?.usd ?? '0',
    usdDerived: report.usdDerived,
    usdWithoutRate: report.usdWithoutRate,
    values: (figures?.values ?? []).map(({ currency, records, total, usd }) => ({ currency, records, total, usd })),
    prices: (figures?.prices ?? []).slice(0, CHAPTERS).map((price) => ({
      ...price,
      known: known.get(keyOfPrice(price)) ?? null,
    })),
    leftOut: report.leftOut,
    doubts: report.doubts,
    overlaps: [...overlaps],
    sameAs,
    rejections: rejections.map(({ line, column, reason, cell }) => ({ line, column, reason, cell })),
  };
}

const keyOfPrice = ({ chapter, unit }: { chapter: string; unit: string }) => `${chapter} ${unit}`;

/** What a unit of each chapter costs in what is loaded: the median of its loads that has half of the records on either side. */
function knownPrices(there: readonly LoadSummary[]): Map<string, number> {
  const byKey = new Map<string, { median: number; records: number }[]>();
  for (const { demo, report } of there) {
    for (const price of demo ? [] : (report.figures?.prices ?? [])) {
      const key = keyOfPrice(price);
      byKey.set(key, [...(byKey.get(key) ?? []), price]);
    }
  }
  return new Map([...byKey].map(([key, prices]) => [key, middleOf(prices)]));
}

function middleOf(prices: readonly { median: number; records: number }[]): number {
  const sorted = [...prices].sort((one, other) => one.median - other.median);
  const half = sorted.reduce((sum, { records }) => sum + records, 0) / 2;
  let below = 0;
  for (const { median, records } of sorted) {
    below += records;
    if (below >= half) return median;
  }
  return 0;
}
