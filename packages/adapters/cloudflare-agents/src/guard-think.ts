import {
  type BegunCall,
  checkOptions,
  ExternalCalls,
  type ExternalCallsOptions,
  observationText,
  resultValue,
} from "@helve/adapter";
import type { ToolSet } from "ai";
import { DescribedCalls } from "./described-calls.ts";
import type { ThinkConversation } from "./think-conversation.ts";
import {
  jsonInput,
  ThinkGuard,
  type ThinkGuardHooks,
  type ThinkGuardOptions,
  type ThinkGuardParts,
  thinkGuardOptions,
} from "./think-guard.ts";
import { ThinkToolError } from "./think-tool-error.ts";

/**
 * Guards the tools of a `ThinkHarness`, of any origin: its own, those of MCP servers, those of skills. The harness runs them. Rules decide before
 * a call runs, and may change its arguments, ask a person, or put a Helve tool in its place.
 *
 * @throws TypeError for an unknown option, and for something that is no storage
 *
 * @example
 * const helve = guardThink({ guards: [engine], storage: this.ctx.storage });
 * const harness = new ThinkHarness({ model, tools: this.mcp.getAITools(), ...helve });
 */
export function guardThink({ guards, tools, schemas = {}, ...options }: GuardThinkOptions): ThinkGuard<DescribedCalls> {
  checkOptions(options, thinkGuardOptions, "guardThink");
  if (!Array.isArray(guards)) throw new TypeError('"guards" must be a list of guards, such as [new Engine(rules)]');
  return new ThinkGuard<DescribedCalls>(options, {
    open: (earlier) => new DescribedCalls(new ExternalCalls({ ...earlier, guards, tools }), schemas),
    hooks: callHooks,
  });
}

/** Options of `guardThink`. */
export interface GuardThinkOptions extends ThinkGuardOptions, Pick<ExternalCallsOptions, "guards" | "tools"> {
  /**
   * The harness's own tools, so that arguments are decoded by their schemas: texts become numbers, and unknown arguments are refused. Arguments
   * of other tools are passed on as the harness got them.
   */
  readonly schemas?: ToolSet | undefined;
}

type End = (BegunCall & { readonly kind: "run" })["end"];

/** Creates the hooks around tool calls of the harness. */
function callHooks(
  conversationOf: (session: string) => Promise<ThinkConversation<DescribedCalls>>,
): ReturnType<NonNullable<ThinkGuardParts<DescribedCalls>["hooks"]>> {
  const running = new Map<string, End>();
  const keyOf = (session: string, id: string): string => JSON.stringify([session, id]);
  const beforeToolCall: ThinkGuardHooks["beforeToolCall"] = async ({ session, toolCallId, toolName, input }) => {
    const conversation = await conversationOf(session);
    const call = { id: toolCallId, name: toolName, arguments: jsonInput(toolName, input) };
    const answer = await conversation.begin(call);
    const begun = await conversation.source.begin(call, { answer });
    if (begun.kind === "run") {
      running.set(keyOf(session, toolCallId), begun.end);
      return { action: "run", input: structuredClone(begun.args) };
    }
    await conversation.end(toolCallId);
    const { actionReturn } = begun;
    // A Helve tool that a rule has put in place of the call.
    if (actionReturn.status === "success") return { action: "substitute", output: resultValue(actionReturn) };
    return { action: "block", reason: observationText(actionReturn) };
  };
  const afterToolCall: ThinkGuardHooks["afterToolCall"] = async (context) => {
    const { session, toolCallId } = context;
    const end = running.get(keyOf(session, toolCallId));
    if (end === undefined) return; // it was blocked, or cut short by an eviction
    running.delete(keyOf(session, toolCallId));
    const actionReturn = await end(context.ok ? { result: context.output } : { error: new Error(context.errorText) });
    await (await conversationOf(session)).end(toolCallId);
    // The harness has not written the result yet, and does not if this throws.
    if (actionReturn.status !== (context.ok ? "success" : "failed")) throw new ThinkToolError(actionReturn);
  };
  return { beforeToolCall, afterToolCall };
}
