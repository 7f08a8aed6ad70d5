/** Returns the value that a part of the values does not exceed: 0.5 is the median, 1 the greatest. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN;
}

/** Returns the value in the middle; the lower one of two. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
