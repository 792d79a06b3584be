/** The id of the part of the screen that has the figures. */
export const ANALYSIS_ID = 'analysis';

/** Goes on to the figures: what was pressed may be gone with what it stood beside. */
export function focusAnalysis(): void {
  document.getElementById(ANALYSIS_ID)?.focus({ preventScroll: true });
}
