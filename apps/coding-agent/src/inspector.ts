import { createInterface } from "node:readline/promises";
import type { InspectionAnswer, Inspector } from "@helve/enforcer";
import type { Options } from "./options.ts";
import { inspectionRequest } from "./trace.ts";

/** Who answers the rules' questions: what the command line said, or the person at the terminal, or nobody. */
export function inspector(decision: Options["decision"]): Inspector {
  if (decision === "approve") return () => ({ decision: "approve" });
  if (decision === "reject") return () => ({ decision: "reject" });
  if (process.stdin.isTTY && process.stderr.isTTY) return askPerson;
  return () => ({
    decision: "reject",
    reason: "there is nobody at a terminal to ask (--approve or --reject decide beforehand)",
  });
}

const askPerson: Inspector = async (request, { signal }) => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  terminal.once("SIGINT", () => process.emit("SIGINT"));
  try {
    process.stderr.write(inspectionRequest(request));
    for (;;) {
      const answer = await terminal.question("  [a]pprove, [r]eject or [e]dit? ", { signal });
      switch (answer.trim().toLowerCase().charAt(0)) {
        case "a":
          return { decision: "approve" };
        case "r":
          return { decision: "reject" };
        case "e":
          return await edit(String(request.action.args["command"] ?? ""));
      }
    }
    async function edit(command: string): Promise<InspectionAnswer> {
      const answered = terminal.question("  command: ", { signal });
      terminal.write(command);
      return { decision: "edit", args: { ...request.action.args, command: await answered } };
    }
  } finally {
    terminal.close();
  }
};
