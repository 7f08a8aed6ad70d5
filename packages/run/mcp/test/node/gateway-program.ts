// A gateway as a process of its own. Its one argument is JSON: the options of `runGateway` that are JSON, and the rules as a text.

import { parseProgram } from "@helve/agentspec";
import { runGateway, untilEnded } from "@helve/mcp/node";

const { rules = "", ...options } = JSON.parse(process.argv[2] ?? "{}");
try {
  await untilEnded(new AbortController().signal, (signal) =>
    runGateway({
      program: parseProgram(rules === "" ? "rule @none trigger no_tool check enforce stop end" : rules),
      policy: {},
      log: (line) => process.stderr.write(`${line}\n`),
      signal,
      ...options,
    }),
  );
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
