import type { SessionConfigBase, Tool } from "@github/copilot-sdk";
import {
  type ApprovalAnswer,
  type AskPerson,
  askPerson,
  type BegunCall,
  checkOptions,
  ExternalCalls,
  type ExternalCallsOptions,
  type ExternalTool,
  guardedCallsOptions,
  observationText,
  questionText,
} from "@helve/adapter";
import { canonicalJson, errorJson, type ToolCall } from "@helve/core";

/**
 * Guards every tool call of a session: Copilot's own tools, MCP tools, custom tools, and those of sub-agents. Use a new configuration for each
 * session, because rules look back at its calls.
 *
 * A call runs only if the rules allow it, with the arguments that they have seen. If Helve fails or takes too long, the call is denied. Hooks of
 * the configuration still run: those before a tool run first, so that the rules decide about what they changed.
 *
 * @throws TypeError for an unknown or wrong option
 *
 * @example
 * client.createSession(helveConfig({ onPermissionRequest }, { guards: [engine], prompt }));
 */
export function helveConfig<Config extends SessionConfigBase>(config: Config, options: HelveConfigOptions): Config {
  checkOptions(options, optionNames, "helveConfig");
  const { timeout = 40, onAsk, describedTools = {}, ...external } = options;
  if (!(timeout > 0)) throw new TypeError(`"timeout" must be a positive number of seconds (got ${timeout})`);
  for (const [name, tool] of Object.entries(describedTools)) {
    checkOptions(tool, ["description", "parameters"], `the described tool ${name}`);
  }
  const tools = new Map(Object.entries(describedTools));
  const guard = new ToolUseGuard(new ExternalCalls(external), { timeout: timeout * 1000, onAsk, tools });
  const own = config.hooks ?? {};
  const hooks: Hooks = {
    ...own,
    async onPreToolUse(input, invocation) {
      // The SDK takes an error of a hook for an approval, so nothing may be thrown.
      try {
        const before = (await own.onPreToolUse?.(input, invocation)) ?? {};
        if (before.permissionDecision === "deny") return before;
        return await guard.before({ ...input, toolArgs: before.modifiedArgs ?? input.toolArgs }, before);
      } catch (error) {
        return deny(`helve failed: ${errorJson(error).message}`);
      }
    },
    async onPostToolUse(input, invocation) {
      const helve = await guard.after(input);
      const toolResult = helve?.modifiedResult ?? input.toolResult;
      const after = await own.onPostToolUse?.({ ...input, toolResult }, invocation);
      return { ...helve, ...after, modifiedResult: helve?.modifiedResult ?? after?.modifiedResult };
    },
    async onPostToolUseFailure(input, invocation) {
      await guard.failed(input);
      return own.onPostToolUseFailure?.(input, invocation);
    },
    async onUserPromptSubmitted(input, invocation) {
      guard.abandon(input.sessionId);
      return own.onUserPromptSubmitted?.(input, invocation);
    },
    async onAgentStop(input, invocation) {
      guard.abandon(input.sessionId);
      return own.onAgentStop?.(input, invocation);
    },
    async onSessionEnd(input, invocation) {
      guard.abandon(input.sessionId);
      return own.onSessionEnd?.(input, invocation);
    },
  };
  return { ...config, hooks, tools: config.tools?.map((tool) => guard.admitted(tool)) };
}

type Hooks = NonNullable<SessionConfigBase["hooks"]>;
type InputOf<Name extends keyof Hooks> = Parameters<NonNullable<Hooks[Name]>>[0];
type OutputOf<Name extends keyof Hooks> = Exclude<Awaited<ReturnType<NonNullable<Hooks[Name]>>>, void>;
type PreToolUseHookInput = InputOf<"onPreToolUse">;
type PreToolUseHookOutput = OutputOf<"onPreToolUse">;
type PostToolUseHookOutput = OutputOf<"onPostToolUse">;

/** Options of `helveConfig`. */
export interface HelveConfigOptions extends ExternalCallsOptions {
  /** Asks a person while the call waits. Without an answer the call is denied. */
  readonly onAsk?: AskPerson | undefined;
  /** The schemas of tools, by which their arguments are decoded before they are decided on. */
  readonly describedTools?: Readonly<Record<string, DescribedTool>> | undefined;
  /** How long a decision may take, with the answer of a person, in seconds; 40 by default. Then the call is denied. */
  readonly timeout?: number | undefined;
}

/** A tool as the configuration knows it. */
export type DescribedTool = ExternalTool;

const optionNames = ["guards", "tools", "onAsk", "describedTools", "timeout", ...guardedCallsOptions];

interface GuardOptions {
  readonly timeout: number;
  readonly onAsk: AskPerson | undefined;
  readonly tools: ReadonlyMap<string, DescribedTool>;
}

interface RunningCall {
  readonly session: string;
  readonly name: string;
  /** The arguments as JSON: hooks have no id of the call. */
  readonly args: string;
  readonly end: (BegunCall & { readonly kind: "run" })["end"];
  /** The invocation of its custom tool. */
  invocation?: string;
}

/** The calls of one session, between the hooks before and after them. */
class ToolUseGuard {
  readonly #calls: ExternalCalls;
  readonly #options: GuardOptions;
  readonly #running = new Set<RunningCall>();
  readonly #handled = new Map<string, Promise<unknown>>();

  constructor(calls: ExternalCalls, options: GuardOptions) {
    this.#calls = calls;
    this.#options = options;
  }

  async before(
    { sessionId, toolName, toolArgs }: PreToolUseHookInput,
    earlier: PreToolUseHookOutput,
  ): Promise<PreToolUseHookOutput> {
    const id = `call_${crypto.randomUUID()}`;
    const call: ToolCall = { id, name: toolName, arguments: toolArgs as ToolCall["arguments"] };
    const tool = this.#options.tools.get(toolName);
    const signal = AbortSignal.timeout(this.#options.timeout);
    const decision = await this.#calls.decide(call, { tool, signal });
    let answer: ApprovalAnswer | undefined;
    if (decision.kind === "ask") {
      answer = await askPerson(this.#options.onAsk, call, decision.request, signal);
      answer ??= { decision: "reject", reason: `${questionText(decision.request)}\nNobody has answered.` };
    }
    if (signal.aborted) answer = { decision: "reject", reason: "the decision took too long" };
    const begun = await this.#calls.begin(call, { tool, answer });
    if (begun.kind === "ended") return deny(observationText(begun.actionReturn));
    const args = canonicalJson(begun.args);
    this.#running.add({ session: sessionId, name: toolName, args, end: begun.end });
    return {
      ...earlier,
      permissionDecision: answer === undefined ? earlier.permissionDecision : "allow", // a person has approved exactly this
      modifiedArgs: args === canonicalJson(toolArgs ?? null) ? earlier.modifiedArgs : begun.args,
    };
  }

  /**
   * A custom tool that runs only for an allowed call, and only once. Without this check, the SDK would run a tool whose hook failed, and would
   * run it twice for a call of a sub-agent.
   */
  admitted<Args>(tool: Tool<Args>): Tool<Args> {
    const { handler } = tool;
    if (handler === undefined) return tool;
    const denied = {
      textResultForLlm: `${tool.name} was stopped: no rule has decided about this call`,
      resultType: "denied",
    };
    return {
      ...tool,
      handler: (args, invocation) => {
        const json = canonicalJson(args ?? null);
        const key = canonicalJson([invocation.toolCallId, tool.name, args ?? null]);
        const allowed = [...this.#running].filter((running) => running.name === tool.name && running.args === json);
        const known = this.#handled.get(key);
        // A model may use an id again: the call that was allowed since then is another one.
        const running = allowed.find((one) => one.invocation === undefined);
        if (known !== undefined && (running === undefined || allowed.some((one) => one.invocation === key)))
          return known;
        if (running === undefined) return Promise.resolve(denied);
        running.invocation = key;
        const handling = (async () => handler(args, invocation))();
        this.#handled.set(key, handling);
        const [oldest] = this.#handled.keys();
        if (this.#handled.size > maxHandled && oldest !== undefined) this.#handled.delete(oldest);
        return handling;
      },
    };
  }

  async after(input: InputOf<"onPostToolUse">): Promise<PostToolUseHookOutput | undefined> {
    const running = this.#take(input);
    if (running === undefined) return undefined;
    let text: string;
    try {
      const { textResultForLlm } = input.toolResult;
      const actionReturn = await running.end({ result: textResultForLlm });
      const { status, observation, verdict } = actionReturn;
      if (status === "success") {
        const notes = observation.parts.length > 1 && verdict?.kind === "allow" ? (verdict.notes ?? []) : [];
        return notes.length === 0 ? undefined : { additionalContext: notes.join("\n") };
      }
      text = observationText(actionReturn);
    } catch (error) {
      text = `the result is withheld: helve failed: ${errorJson(error).message}`;
    }
    return { modifiedResult: { textResultForLlm: text, resultType: "denied" } };
  }

  async failed(input: InputOf<"onPostToolUseFailure">): Promise<void> {
    await this.#take(input)?.end({ error: new Error(input.error) });
  }

  /** Ends the calls of an agent that were allowed and did not run. */
  abandon(session: string): void {
    for (const running of this.#running) {
      if (running.session !== session) continue;
      this.#running.delete(running);
      void running.end({ error: new Error("the call did not run, or its end was not reported") });
    }
  }

  /** The call that ended: the oldest with the same arguments, otherwise with the same name. */
  #take({
    sessionId,
    toolName,
    toolArgs,
  }: Pick<PreToolUseHookInput, "sessionId" | "toolName" | "toolArgs">): RunningCall | undefined {
    const args = canonicalJson(toolArgs ?? null);
    const candidates = [...this.#running].filter(({ session, name }) => session === sessionId && name === toolName);
    const found = candidates.find((running) => running.args === args) ?? candidates[0];
    if (found !== undefined) this.#running.delete(found);
    return found;
  }
}

/** How many calls of custom tools are remembered, so that none runs twice. */
const maxHandled = 1000;

/** Returns the hook output that denies a call. */
function deny(reason: string): PreToolUseHookOutput {
  // A denial without a reason would be none.
  return { permissionDecision: "deny", permissionDecisionReason: reason === "" ? "a rule stops the call" : reason };
}
