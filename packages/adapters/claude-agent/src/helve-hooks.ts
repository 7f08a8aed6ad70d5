/** `helveHooks`: guards the tool calls of the Claude Agent SDK through its hooks (`options.hooks`). */
import type {
  HookCallback,
  HookInput,
  Options,
  PermissionRequestHookInput,
  PostToolBatchHookInput,
  PostToolUseFailureHookInput,
  PostToolUseHookInput,
  PreToolUseHookInput,
  SyncHookJSONOutput,
} from "@anthropic-ai/claude-agent-sdk";
import {
  type ApprovalAnswer,
  type AskPerson,
  checkOptions,
  ExternalCalls,
  type ExternalCallsOptions,
  guardedCallsOptions,
} from "@helve/adapter";
import { type HookMatchers, mergeHooks } from "./merge-hooks.ts";
import { type CallbackOptions, type DescribedTool, ToolUseGuard } from "./tool-use-guard.ts";

/** Helve's hooks: a value of `options.hooks`. */
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
  return { ...options, hooks, canUseTool: canUseTool && guard.checked(canUseTool) };
}

function createHooks(options: HelveOptions): { readonly hooks: HelveHooks; readonly guard: ToolUseGuard } {
  const { hooks = {}, timeout = 600, onAsk, defer = false, answers = {}, describedTools = {}, ...external } = options;
  if (!(timeout > 0)) throw new TypeError(`"timeout" must be a positive number of seconds (got ${timeout})`);
  const guard = new ToolUseGuard(new ExternalCalls(external), {
    timeout: timeout * 1000,
    onAsk,
    defer,
    answers,
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
      return guard.ended((input as PostToolBatchHookInput).tool_calls.map((call) => call.tool_use_id));
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
  /** A person's answers about deferred calls, by the ids of the calls. */
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

const hookOptionNames = [...["guards", "tools", "hooks", "timeout", "onAsk", "describedTools"], ...guardedCallsOptions];

/** The answer beside `defer`: a question, which the hook for permission requests denies. */
function instead(output: SyncHookJSONOutput): SyncHookJSONOutput {
  const specific = output.hookSpecificOutput;
  if (specific?.hookEventName !== "PreToolUse" || specific.permissionDecision !== "defer") return {};
  return { hookSpecificOutput: { ...specific, permissionDecision: "ask" } };
}

/** Returns the described tools by the names under which Claude calls them. */
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
