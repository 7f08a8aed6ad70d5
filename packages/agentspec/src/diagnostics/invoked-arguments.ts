import type { RuleDiagnostic } from "./look.ts";
import { type Misfit, misfitsOf } from "./misfit.ts";

/** Arguments of an invoked action that its tool does not take, lacks, or takes as something else. */
export const invokedArguments: RuleDiagnostic = (look, report) => {
  const { tools } = look.known;
  if (tools === undefined) return;
  for (const invocation of look.invocations) {
    const tool = tools.named(invocation.tool);
    // What a text says is for the tool to read.
    if (tool === undefined || invocation.args.type !== "object") continue;
    const schema = { schema: tool.parameters, root: tool.parameters };
    for (const { node, kind, isDoubtful, message, expected, quickFix } of misfitsOf(
      invocation.args,
      schema,
      tool.name,
      look,
    )) {
      const severity = isDoubtful ? "warning" : "error";
      report(node, { code: codes[kind], severity, message, expected, ...(quickFix !== undefined && { quickFix }) });
    }
  }
};

const codes: Readonly<Record<Misfit["kind"], string>> = {
  missing: "missing_argument",
  unknown: "unknown_argument",
  type: "argument_type",
};
