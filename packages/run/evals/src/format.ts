/** Formats numbers, times and other values for reports. */

/** A number with at most three digits after the point. */
export function formatNumber(value: number): string {
  return String(Number(value.toFixed(3)));
}

/** A count with separators: `12,345`. */
export function formatCount(value: number): string {
  return value.toLocaleString("en");
}

/** A duration in milliseconds: `850 ms`, `4.2 s`, `3 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A value as JSON with indentation. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? "";
}
