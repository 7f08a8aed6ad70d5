import { exitCodeOf } from "@helve/demo-agent";
import { demo } from "./demo.ts";
import { parseOptions, usage } from "./options.ts";

/**
 * The demo's command line.
 *
 * @param signal - aborts the demo; never by default
 * @returns the exit code
 */
export function main(args: readonly string[], signal: AbortSignal = new AbortController().signal): Promise<number> {
  return exitCodeOf(async () => {
    const options = parseOptions(args);
    if (options.help) process.stdout.write(usage);
    else await demo(options, signal);
  }, signal);
}
