/** What people ask of a source before they search it: how many of its records say who, how much, for how much and where. */
export const COVERAGE_SHARES = ['importer', 'exporter', 'quantity', 'value', 'port'] as const;
export type CoverageShare = (typeof COVERAGE_SHARES)[number];

/** A share in whole percents that say 100 of everything only, and never 0; null for nothing. */
export function sharePercent(part: number, whole: number): number | null {
  if (part === 0) return null;
  if (part === whole) return 100;
  return Math.min(99, Math.max(1, Math.round((part / whole) * 100)));
}
