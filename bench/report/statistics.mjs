/** The share of sorted values that lies below, by nearest rank: an answer that somebody really waited for. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

export const median = (values) => percentile(values, 0.5);

export const geometricMean = (values) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

export const shareWithin = (values, limit) => values.filter((value) => value <= limit).length / values.length;
