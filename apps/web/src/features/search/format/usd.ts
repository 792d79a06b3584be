import { formatDecimal } from './decimal.js';

/** Names of large amounts, by how many digits they leave out. */
const SCALES = [
  { digits: 12, name: 'tn' },
  { digits: 9, name: 'bn' },
  { digits: 6, name: 'm' },
] as const;

/** The decimal point so many digits to the left. */
function shifted(text: string, digits: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  return `${whole.slice(0, -digits)}.${whole.slice(-digits)}${fraction}`;
}

/** An amount in few characters, from an exact decimal: `312.4 m`, `3.1 bn`; below a million in whole dollars. */
export function shortAmount(text: string): string {
  const whole = text.split('.')[0] ?? '';
  const scale = SCALES.find(({ digits }) => whole.length > digits);
  return scale ? `${formatDecimal(shifted(text, scale.digits), 1)} ${scale.name}` : formatDecimal(text, 0);
}
