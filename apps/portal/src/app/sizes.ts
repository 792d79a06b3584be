const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** A size as people read it, to three digits. */
export function bytes(size: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(size, 1)) / 3));
  return `${Number((size / 1000 ** unit).toPrecision(3))} ${UNITS[unit]}`;
}
