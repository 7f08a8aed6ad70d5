/** Returns the value that a part of the values does not exceed: 0.5 is the median, 1 the greatest. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN;
}
