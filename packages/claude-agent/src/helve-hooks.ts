import type {
  CanUseTool,
  HookCallback,
  HookInput,
  Options,
  PermissionRequestHookInput,
  PostToolUseFailureHookInput,
  PostToolUseHookInput,
  PreToolUseHookInput,
  SyncHookJSONOutput,
} from "@anthropic-ai/claude-agent-sdk";
import {
  type ApprovalAnswer,
  type BegunCall,
  checkOptions,
  ExternalCalls,
  type ExternalCallsOptions,
  type ExternalTool,
  guardedCallsOptions,
  observationText,
  questionText,
} from "@helve/adapter";
import { canonicalJson, type InspectionRequest, type ToolCall } from "@helve/core";
import { type HookMatchers, mergeHooks } from "./merge-hooks.ts";
import { withheldOutput } from "./withheld-output.ts";

/** Hooks of Helve: a value of `options.hooks`. */
export type HelveHooks = HookMatchers;

/**
 * Guards every tool call of an agent: Claude Code's own tools, MCP tools, and those of sub-agents. Use new hooks for each conversation, because
 * rules look back at its calls.
 *
 * A call runs only if the rules allow it, with the arguments that they have seen. If a hook fails or takes too long, the call is denied.
 *
 * @throws TypeError for an unknown or wrong option
 *
 * @example
 * query({ prompt, options: { hooks: helveHooks({ guards: [engine], prompt }) } });
 */
export function helveHooks(options: HelveHooksOptions): HelveHooks {
  checkOptions(options, hookOptionNames, "helveHooks");
  return createHooks(options).hooks;
}

/**
 * Adds Helve to the options of `query`: its hooks, and a check of `canUseTool`. Like `helveHooks`, and a question may end the run to be answered
 * later.
 *
 * A `canUseTool` of the options is still called where Claude Code asks. It can't approve a call that waits for an answer in Helve, and can't
 * change arguments that the rules have decided on: such a call is denied.
 *
 * @throws TypeError for an unknown or wrong option
 *
 * @example
 * query({ prompt, options: helveOptions({ model }, { guards: [engine], prompt, defer: true }) });
 */
export function helveOptions(options: Options, helve: HelveOptions): Options {
  checkOptions(helve, [...hookOptionNames, "defer", "answers"], "helveOptions");
  if (helve.defer === true && options.permissionPromptToolName !== undefined) {
    throw new TypeError(
      '"defer" can\'t be used with "permissionPromptToolName", which could approve a call that waits',
    );
  }
  const { hooks, guard } = createHooks({ ...helve, hooks: mergeHooks(options.hooks ?? {}, helve.hooks ?? {}) });
  const { canUseTool } = options;
  return { ...options, hooks, ...(canUseTool !== undefined && { canUseTool: guard.checked(canUseTool) }) };
}

function createHooks(options: HelveOptions): { readonly hooks: HelveHooks; readonly guard: ToolUseGuard } {
  const { hooks = {}, timeout = 600, onAsk, defer = false, answers = {}, describedTools = {}, ...external } = options;
  if (!(timeout > 0)) throw new TypeError(`"timeout" must be a positive number of seconds (got ${timeout})`);
  const guard = new ToolUseGuard(new ExternalCalls(external), {
    ...{ timeout: timeout * 1000, onAsk, defer, answers },
    tools: describedToolTable(describedTools),
  });
  const matcher = (...callbacks: HookCallback[]) => [{ hooks: callbacks, timeout, onFailure: "block" as const }];
  const before = (input: HookInput, options: CallbackOptions) => guard.before(input as PreToolUseHookInput, options);
  const own: HookMatchers = {
    PreToolUse: defer
      ? // Where Claude Code can't defer, it ignores that answer: then the other one counts.
        matcher(
          async (input, _, options) => before(input, options),
          async (input, _, options) => instead(await before(input, options)),
        )
      : matcher(async (input, _, options) => before(input, options)),
    PostToolUse: matcher(async (input) => guard.after(input as PostToolUseHookInput)),
    PostToolUseFailure: matcher(async (input) => guard.failed(input as PostToolUseFailureHookInput)),
    PostToolBatch: matcher(async (input) => {
      if (input.hook_event_name === "PostToolBatch") guard.ended(input.tool_calls.map((call) => call.tool_use_id));
      return {};
    }),
    ...Object.fromEntries(
      (["Stop", "StopFailure", "UserPromptSubmit", "SubagentStop"] as const).map((event) => [
        event,
        matcher(async (input) => {
          guard.agentEnded(input.agent_id);
          return {};
        }),
      ]),
    ),
    SessionEnd: matcher(async () => {
      guard.abandon();
      return {};
    }),
    ...(defer && {
      PermissionRequest: matcher(async (input) => guard.permission(input as PermissionRequestHookInput)),
    }),
  };
  return { hooks: mergeHooks(own, hooks), guard };
}

/** Options of `helveOptions`. */
export interface HelveOptions extends HelveHooksOptions {
  /** Ends the run when a question has no answer. The run is continued by `options.resume`, with the answer in `answers`. */
  readonly defer?: boolean | undefined;
  /** What a person has decided about deferred calls, by their ids. */
  readonly answers?: Readonly<Record<string, ApprovalAnswer>> | undefined;
}

/** Options of `helveHooks`. */
export interface HelveHooksOptions extends ExternalCallsOptions {
  /** Asks a person while the call waits. Without an answer the call is denied. */
  readonly onAsk?: AskPerson | undefined;
  /** The tools that rules know by another name, or whose arguments are decoded by a schema: by Claude's name, such as `mcp__bank__pay`. */
  readonly describedTools?: Readonly<Record<string, DescribedTool>> | undefined;
  /** Hooks of your own, which run beside those of Helve. */
  readonly hooks?: HookMatchers | undefined;
  /** How long a hook may take, with the answer of a person, in seconds; 600 by default. Then the call is denied. */
  readonly timeout?: number | undefined;
}

/** Asks a person about a call; `undefined` if nobody answers. */
export type AskPerson = (
  question: Question,
) => ApprovalAnswer | undefined | null | Promise<ApprovalAnswer | undefined | null>;

/** A question of a rule about a call. */
export interface Question {
  readonly call: ToolCall;
  readonly request: InspectionRequest;
  /** The question as a text for the person. */
  readonly text: string;
  /** Aborted when the call no longer waits. */
  readonly signal: AbortSignal;
}

/** What is known of a tool. */
export interface DescribedTool extends ExternalTool {
  /** Its name in rules. */
  readonly name?: string | undefined;
}

const hookOptionNames = [...["guards", "tools", "hooks", "timeout", "onAsk", "describedTools"], ...guardedCallsOptions];

interface CallbackOptions {
  readonly signal: AbortSignal;
}

interface GuardOptions {
  readonly timeout: number;
  readonly onAsk: AskPerson | undefined;
  readonly defer: boolean;
  readonly answers: Readonly<Record<string, ApprovalAnswer>>;
  readonly tools: ReadonlyMap<string, DescribedTool>;
}

type Begun = BegunCall & { readonly kind: "run" };

interface RunningCall {
  readonly end: Begun["end"];
  readonly agent: string | undefined;
}

/** The calls of one conversation, between the hooks before and after them. */
class ToolUseGuard {
  readonly #calls: ExternalCalls;
  readonly #options: GuardOptions;
  readonly #running = new Map<string, RunningCall>();
  /** Decisions, for the second hook of the same event. */
  readonly #deciding = new Map<string, Promise<SyncHookJSONOutput>>();
  /** The call that ends the run with its question. */
  #deferred: { readonly id: string; readonly name: string } | undefined;

  constructor(calls: ExternalCalls, options: GuardOptions) {
    this.#calls = calls;
    this.#options = options;
  }

  /** Decides about a call. Both hooks of an event get the same answer. */
  before(input: PreToolUseHookInput, { signal }: CallbackOptions): Promise<SyncHookJSONOutput> {
    const { tool_use_id: id } = input;
    const known = this.#deciding.get(id);
    if (known !== undefined) {
      this.#deciding.delete(id);
      return known;
    }
    const deciding = this.#before(input, signal).catch((error: unknown) => deny(`helve failed: ${messageOf(error)}`));
    if (this.#options.defer) this.#deciding.set(id, deciding);
    return deciding;
  }

  async #before(input: PreToolUseHookInput, hookSignal: AbortSignal): Promise<SyncHookJSONOutput> {
    const { tool_use_id: id, tool_name, tool_input, agent_id: agent } = input;
    if (typeof id !== "string" || typeof tool_name !== "string") return deny("the call has no id or no name");
    const described = this.#options.tools.get(tool_name);
    const call: ToolCall = { id, name: described?.name ?? tool_name, arguments: tool_input as ToolCall["arguments"] };
    // The hook ends before Claude Code stops waiting for it, so that no call is begun that was denied.
    const signal = AbortSignal.any([hookSignal, AbortSignal.timeout(this.#options.timeout * 0.95)]);
    const decision = await this.#calls.decide(call, { tool: described, signal });
    let answer: ApprovalAnswer | undefined;
    if (decision.kind === "ask") {
      const kept = Object.hasOwn(this.#options.answers, id) ? this.#options.answers[id] : undefined;
      answer = (decision.isNew ? undefined : kept) ?? (await this.#ask(call, decision.request, signal));
      if (answer === undefined && this.#options.defer && !signal.aborted) return this.#defer(call, tool_name);
      answer ??= { decision: "reject", reason: `${questionText(decision.request)}\nNobody has answered.` };
    }
    if (this.#deferred?.id === id) this.#deferred = undefined;
    if (signal.aborted) answer = { decision: "reject", reason: "the hook took too long, or the run was aborted" };
    const begun = await this.#calls.begin(call, { tool: described, answer });
    if (begun.kind === "ended") {
      const text = observationText(begun.actionReturn);
      return { ...deny(text), ...(this.#calls.calls.ended !== undefined && { continue: false, stopReason: text }) };
    }
    this.#running.set(id, { end: begun.end, agent });
    const isChanged = canonicalJson(begun.args) !== canonicalJson(tool_input);
    if (!isChanged && answer === undefined) return {};
    return {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        // A person has approved exactly this, so Claude Code need not ask again.
        ...(answer !== undefined && { permissionDecision: "allow", permissionDecisionReason: "a person approved it" }),
        ...(isChanged && { updatedInput: begun.args }),
      },
    };
  }

  async #ask(call: ToolCall, request: InspectionRequest, signal: AbortSignal): Promise<ApprovalAnswer | undefined> {
    const { onAsk } = this.#options;
    if (onAsk === undefined || signal.aborted) return undefined;
    const aborted = Promise.withResolvers<undefined>();
    const abort = () => aborted.resolve(undefined);
    signal.addEventListener("abort", abort, { once: true });
    try {
      const question = { call, request, text: questionText(request), signal };
      return (await Promise.race([onAsk(question), aborted.promise])) ?? undefined;
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  /** Ends the run with a question. Claude Code resumes one call only, so another question is a denial. */
  #defer(call: ToolCall, name: string): SyncHookJSONOutput {
    if (this.#deferred !== undefined && this.#deferred.id !== call.id) {
      return deny(`${call.name} was stopped: another call waits for a person. Call it again afterwards.`);
    }
    this.#deferred = { id: call.id, name };
    return {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "defer",
        permissionDecisionReason: "a person has to decide",
      },
    };
  }

  /** Denies a call that Claude Code could not defer, and asks about instead. */
  permission({ tool_name }: PermissionRequestHookInput): SyncHookJSONOutput {
    if (this.#deferred?.name !== tool_name) return {};
    const message = cantWait(tool_name);
    return { hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "deny", message } } };
  }

  /** `canUseTool` for calls that don't wait, and without changes of their arguments. */
  checked(canUseTool: CanUseTool): CanUseTool {
    return async (name, input, options) => {
      if (this.#deferred?.id === options.toolUseID) {
        return { behavior: "deny", message: cantWait(name) };
      }
      const decided = canonicalJson(input);
      const result = await canUseTool(name, input, options);
      if (result?.behavior !== "allow" || result.updatedInput === undefined) return result;
      if (canonicalJson(result.updatedInput) === decided) return result;
      const message = `${name} was stopped: canUseTool changed the arguments that the rules have decided on`;
      return { behavior: "deny", message };
    };
  }

  async after({ tool_use_id: id, tool_name, tool_response }: PostToolUseHookInput): Promise<SyncHookJSONOutput> {
    const running = this.#take(id);
    if (running === undefined) return {};
    let text: string;
    try {
      const { status, observation, verdict } = await running.end({ result: tool_response });
      if (status === "success") {
        const notes = observation.parts.length > 1 && verdict?.kind === "allow" ? (verdict.notes ?? []) : [];
        if (notes.length === 0) return {};
        return { hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: notes.join("\n") } };
      }
      text = observation.parts.map((part) => part.content).join("\n");
    } catch (error) {
      text = `the result is withheld: helve failed: ${messageOf(error)}`;
    }
    const { output, isCertain } = withheldOutput(tool_name, tool_response, text);
    return {
      hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: output },
      // The agent ends rather than that its model reads the result.
      ...((!isCertain || this.#calls.calls.ended !== undefined) && { continue: false, stopReason: text }),
    };
  }

  async failed({ tool_use_id: id, error }: PostToolUseFailureHookInput): Promise<SyncHookJSONOutput> {
    await this.#take(id)?.end({ error: new Error(error) });
    return {};
  }

  /** Ends the calls that did not run although they were allowed: Claude Code asked, and a person refused. */
  ended(ids: readonly string[]): void {
    for (const id of ids) this.#abandon(id);
  }

  /** Ends the calls of an agent whose turn has ended. */
  agentEnded(agent: string | undefined): void {
    for (const [id, running] of this.#running) if (running.agent === agent) this.#abandon(id);
    if (agent === undefined) this.#deciding.clear();
  }

  abandon(): void {
    for (const id of this.#running.keys()) this.#abandon(id);
  }

  #abandon(id: string): void {
    void this.#take(id)?.end({ error: new Error("the call did not run, or its end was not reported") });
  }

  #take(id: string): RunningCall | undefined {
    const running = this.#running.get(id);
    this.#running.delete(id);
    return running;
  }
}

function cantWait(name: string): string {
  return `${name} was stopped: a person has to decide, and this call can't wait. Call it alone.`;
}

/** The answer beside `defer`: a question, which the hook for permission requests denies. */
function instead(output: SyncHookJSONOutput): SyncHookJSONOutput {
  const specific = output.hookSpecificOutput;
  if (specific?.hookEventName !== "PreToolUse" || specific.permissionDecision !== "defer") return {};
  return { hookSpecificOutput: { ...specific, permissionDecision: "ask" } };
}

function deny(reason: string): SyncHookJSONOutput {
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: reason === "" ? "a rule stops the call" : reason,
    },
  };
}

function describedToolTable(tools: Readonly<Record<string, DescribedTool>>): ReadonlyMap<string, DescribedTool> {
  const names = new Map<string, string>();
  for (const [claudeName, tool] of Object.entries(tools)) {
    checkOptions(tool, ["name", "description", "parameters"], `the described tool ${claudeName}`);
    const other = names.get(tool.name ?? claudeName);
    if (other !== undefined) throw new TypeError(`"${other}" and "${claudeName}" have the same name in rules`);
    names.set(tool.name ?? claudeName, claudeName);
  }
  return new Map(Object.entries(tools));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
