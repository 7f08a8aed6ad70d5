import type { SessionConfigBase } from "@github/copilot-sdk";
import { helveConfig } from "@helve/copilot-sdk";
import { type AdapterBench, addition, argumentsOf, tenRules } from "./adapter-bench.ts";

/**
 * The hooks of the Copilot SDK, called as the SDK calls them. Copilot's runtime is a program of its own: what its calls differ by is more than what
 * is measured.
 */
export function copilotBench(): AdapterBench {
  const none: SessionConfigBase = {
    hooks: { onPreToolUse: async () => undefined, onPostToolUse: async () => undefined },
  };
  const guards = [tenRules()];
  return {
    name: "@helve/copilot-sdk (hooks only)",
    bare: (calls) => run(none, calls),
    guarded: (calls) => run(helveConfig({}, { guards }), calls),
  };
}

async function run({ hooks }: SessionConfigBase, calls: number): Promise<void> {
  const invocation = { sessionId: "s" };
  for (let index = 0; index < calls; index++) {
    const toolArgs = JSON.parse(argumentsOf(index));
    const call = { sessionId: "s", timestamp: new Date(0), workingDirectory: "/", toolName: "add", toolArgs };
    const before = await hooks?.onPreToolUse?.(call, invocation);
    if (before?.permissionDecision === "deny") throw new Error(`a call was denied: ${before.permissionDecisionReason}`);
    const textResultForLlm = String(await addition.execute(toolArgs));
    await hooks?.onPostToolUse?.({ ...call, toolResult: { textResultForLlm, resultType: "success" } }, invocation);
  }
}
