import { SandboxError } from "./sandbox-error.ts";

/**
 * The error for an output or a file that is larger than its limit.
 *
 * @param limit - in bytes
 * @param what - `on stdout`, or `by` and the path
 */
export function limitExceeded(limit: number, what: string, path?: string): SandboxError {
  return new SandboxError("output_limit", `The limit of ${sizeText(limit)} was exceeded ${what}`, { path });
}

const units = [
  ["GiB", 1024 ** 3],
  ["MiB", 1024 ** 2],
  ["KiB", 1024],
] as const;

/** A size in the largest unit in which it is a whole number: `10 MiB`, `1 KiB`, `1025 bytes`. */
function sizeText(bytes: number): string {
  const [unit, size] = units.find(([, size]) => bytes >= size && bytes % size === 0) ?? ["bytes", 1];
  return `${bytes / size} ${unit}`;
}
