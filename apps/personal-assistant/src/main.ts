import { startDemo } from "@helve/demo-agent";
import { demo } from "./demo.ts";
import { parseOptions, usage } from "./options.ts";

await startDemo(async (args, signal) => {
  const options = parseOptions(args);
  if (options.help) process.stdout.write(usage);
  else await demo(options, signal);
});
