import { HelveError } from "@helve/core";
import { demo } from "./demo.ts";
import { parseOptions, usage } from "./options.ts";

const interrupted = new AbortController();
process.once("SIGINT", () => interrupted.abort());
process.stdout.on("error", () => interrupted.abort()); // whoever read the output has left

try {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(usage);
  else await demo(options, interrupted.signal);
} catch (error) {
  if (!HelveError.is(error) || error.code !== "usage") throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
if (interrupted.signal.aborted) process.exitCode = 130;
