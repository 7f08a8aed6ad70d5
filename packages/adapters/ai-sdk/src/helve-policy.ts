import { checkOptions, ExternalCalls, observationText, questionText } from "@helve/adapter";
import { canonicalJson, type Guard } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { ActionExecutor, Ticket } from "@helve/executor";
import type { ModelMessage } from "ai";
import { messageTrajectory, userPrompt } from "./message-trajectory.ts";

/**
 * Converts rules to a `PolicyClient` of `@ai-sdk/policy-opa`, for `opaPolicy`, `shadow` and `wrapMcpTools`: Helve rules instead of Rego. It
 * only decides. Rules look back at the calls in the messages, without their times and without calls that run at the same time; results are not
 * guarded. What a rule would change is denied, because a policy can't change it. `toAiTools` and `guardAiTools` can do all of this.
 *
 * @param options - `guards` alone, or an `executor` whose tools have schemas to check the arguments by
 * @throws TypeError for wrong options
 *
 * @example
 * const toolApproval = opaPolicy({ client: helvePolicy({ guards: [engine] }), path: "helve" });
 */
export function helvePolicy(options: HelvePolicyOptions): HelvePolicyClient {
  checkOptions(options, ["guards", "executor", "state"], "helvePolicy");
  const { guards, executor: given, state } = options;
  if ((guards === undefined) === (given === undefined)) {
    throw new TypeError('helvePolicy needs either "guards" or "executor"');
  }
  const external = given === undefined ? new ExternalCalls({ guards: guards as readonly Guard[] }) : undefined;
  const executor = (given ?? external?.calls.executor) as ActionExecutor;
  const wires = given?.actionsInfo({ format: "mcp" }).map(({ name }) => name) ?? [];
  const names = new Map(wires.map((wire, index) => [wire, executor.names[index] ?? wire]));
  const nameOf = (name: string): string => names.get(name) ?? name;
  const decide = async (input: unknown): Promise<PolicyResult> => {
    const { name, args, messages } = readInput(input);
    const problem = external?.add(name);
    if (problem !== undefined) return { decision: "deny", reason: problem };
    const trajectory = messageTrajectory(messages, nameOf);
    const call = { id: crypto.randomUUID(), name, arguments: args };
    const judgement = await executor.judge(call, {
      trajectory,
      prompt: userPrompt(messages),
      state: await stateOf(state),
    });
    if (judgement.ok) return ticketResult(judgement.ticket, nameOf(name), args);
    const { verdict } = judgement.actionReturn;
    return verdict?.kind === "pending"
      ? { decision: "requires-approval", reason: questionText(verdict.request) }
      : { decision: "deny", reason: observationText(judgement.actionReturn) };
  };
  return { evaluate: async <Result>(_path: string, input: unknown) => (await decide(input)) as Result };
}

/** Options of `helvePolicy`. */
export interface HelvePolicyOptions {
  /** Decide about each call: an `Engine` of `@helve/enforcer`. */
  readonly guards?: readonly Guard[] | undefined;
  /** An executor with guards; its tools do not run. */
  readonly executor?: ActionExecutor | undefined;
  /** The state of the host, for the rules: a value or a function. */
  readonly state?: unknown;
}

/** The shape of `PolicyClient` of `@ai-sdk/policy-opa`. */
export interface HelvePolicyClient {
  /**
   * Decides about a call.
   *
   * @param path - ignored: there is one set of rules
   * @param input - what `opaPolicy` passes by default: `{ tool: { name }, args, messages }`
   * @returns a `PolicyResult`
   * @throws TypeError for another input; `opaPolicy` denies the call then
   */
  evaluate<Input = unknown, Result = unknown>(path: string, input: Input): Promise<Result>;
}

/** The decision of `helvePolicy`, in the format that `opaPolicy` reads. */
export type PolicyResult =
  | { readonly decision: "allow" }
  | { readonly decision: "deny" | "requires-approval"; readonly reason: string };

interface PolicyInput {
  readonly name: string;
  readonly args: unknown;
  readonly messages: readonly ModelMessage[];
}

/** Reads the tool, arguments and messages that the SDK gives a policy. */
function readInput(input: unknown): PolicyInput {
  if (isObject(input)) {
    const { tool, args, messages } = input as { tool?: unknown; args?: unknown; messages?: unknown };
    const name = isObject(tool) ? (tool as { name?: unknown }).name : undefined;
    if (typeof name === "string" && Array.isArray(messages)) return { name, args, messages };
  }
  throw new TypeError("helvePolicy reads { tool: { name }, args, messages }: leave out `toInput`, or return this");
}

/** Converts a decision to the SDK's policy result: the call is allowed or denied. */
function ticketResult({ action }: Ticket, name: string, args: unknown): PolicyResult {
  if (action.name === name && canonicalJson(action.args) === canonicalJson(args)) return { decision: "allow" };
  const changed = `${action.name}(${JSON.stringify(action.args)})`;
  return {
    decision: "deny",
    reason: `${name} was stopped: only ${changed} may run in its place, and a policy can't change a call`,
  };
}

/** Returns the state that rules read, which may be a function. */
async function stateOf(state: unknown): Promise<unknown> {
  return typeof state === "function" ? await state() : state;
}
