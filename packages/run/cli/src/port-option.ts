import { UsageError } from "./io.ts";

/**
 * The number of a port that an option names; `undefined` without the option.
 *
 * @param least - 0 if any free port may be meant
 * @throws UsageError that names the option
 */
export function portOption(option: string, text: string | undefined, least: 0 | 1): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= least && port <= 65_535) return port;
  throw new UsageError(`${option} must be the number of a port: ${least} to 65535`);
}
