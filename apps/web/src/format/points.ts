import { LIMITS } from '@tidewaiter/contract';

/** Typed download points as a number; null for anything but a whole number that can be given. */
export function parsePoints(typed: string): number | null {
  const text = typed.trim();
  if (!/^\d{1,10}$/.test(text)) return null;
  const points = Number(text);
  return points <= LIMITS.allowanceMax ? points : null;
}
