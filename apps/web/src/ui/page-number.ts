/** Reads a page as an address says it, from 1, and counts it from 0; the first where it says none that there could be. */
export function pageOfAddress(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,4}$/.test(text) ? Number(text) - 1 : 0;
}

/** Writes a page that is counted from 0 as an address says it; none for the first. */
export const pageInAddress = (page: number) => (page === 0 ? undefined : String(page + 1));
