import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Options, query, type SDKUserMessage } from "@anthropic-ai/claude-agent-sdk";
import type { ApprovalAnswer } from "@helve/adapter";
import { type HelveOptions, helveOptions, toClaudeServer } from "@helve/claude-agent";
import { ActionExecutor } from "@helve/executor";
import type { AdapterUnderTest, AgentRun, AgentSetup, ReadResult } from "../../test/adapters/adapter.ts";
import { messagesFormat } from "./messages-format.ts";
import { startScriptedModel, subAgentPrompt } from "./scripted-model.ts";

/** The hooks around tools of an MCP server in the same process, with the real Claude Code. Questions end the run, and it is resumed. */
export function claudeAgentAdapter(
  program: string,
  { noStream = false, ...more }: ClaudeOptions = {},
): AdapterUnderTest {
  const oneQuestion = { instead: "one question at a time: another call that needs an answer is refused" };
  const usedId = { instead: "Claude Code drops results of calls whose id was used before, so the run ends" };
  return {
    name: "@helve/claude-agent",
    limits: {
      "repairs malformed arguments": { instead: "Claude Code refuses the call, and the model reads why" },
      "one rejection does not drop the other calls of the turn": oneQuestion,
      "answers several questions of a turn one at a time, each in another process": oneQuestion,
      "asks about each call of turns that use an id again, each answered in another process": usedId,
      "answers several questions of turns that use ids again, one at a time, each in another process": usedId,
      "keeps a rejection to its turn if a later turn uses the id again": usedId,
      "decides again about a call whose id was used before": usedId,
      "passes on a result of 1 MB": {
        instead: "Claude Code saves a long result to a file, and the model reads its beginning",
        isImpossible: true,
      },
      "streams the progress of a tool": { instead: "the SDK emits no progress of MCP tools" },
    },
    start: (setup) => {
      const home = mkdtempSync(join(tmpdir(), "helve-claude-"));
      folders.push(home);
      return runClaude({ program, home, noStream, more }, setup, hooksOf(setup), undefined);
    },
  };
}

/** Options of the SDK, and how the model replies. */
interface ClaudeOptions extends Pick<Options, "canUseTool" | "tools"> {
  readonly noStream?: boolean;
}

/** Folders of runs, which the test removes at its end. */
export const folders: string[] = [];

/** Removes the folders of runs. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

interface Place {
  readonly program: string;
  readonly home: string;
  readonly noStream: boolean;
  readonly more: Options;
}

interface Guarded {
  readonly helve: HelveOptions;
  readonly answers: Record<string, ApprovalAnswer>;
}

function hooksOf({ guards, prompt, approvals, signal, tools }: AgentSetup): Guarded {
  const answers: Record<string, ApprovalAnswer> = {};
  const describedTools = Object.fromEntries(
    tools.map(({ name, description, parameters }) => [`mcp__bank__${name}`, { name, description, parameters }]),
  );
  return { answers, helve: { guards, prompt, approvals, signal, answers, describedTools, defer: true } };
}

async function runClaude(
  place: Place,
  setup: AgentSetup,
  guarded: Guarded,
  session: string | undefined,
): Promise<AgentRun> {
  const { tools, timeout, prompt, signal, turns, isSubAgent } = setup;
  const names = tools.map(({ name }) => name);
  const toolName = (name: string) => (names.includes(name) ? `mcp__bank__${name}` : name);
  const args = { description: "Pays", prompt: subAgentPrompt, subagent_type: "payer" };
  const subAgent = isSubAgent === true ? { id: "agent", name: "Agent", arguments: JSON.stringify(args) } : undefined;
  await using model = await startScriptedModel({
    format: messagesFormat,
    turns,
    toolName,
    subAgent,
    noStream: place.noStream,
  });
  const abortController = new AbortController();
  signal?.addEventListener("abort", () => abortController.abort(signal.reason), { once: true });
  if (signal?.aborted === true) abortController.abort(signal.reason);
  const server = toClaudeServer(new ActionExecutor(tools, { timeout }), { name: "bank", session: { signal } });
  const options: Options = {
    ...{ abortController, cwd: place.home, mcpServers: { bank: server } },
    ...(session !== undefined && { resume: session }),
    pathToClaudeCodeExecutable: place.program,
    env: environment(place.home, model.url),
    allowedTools: [...names.map(toolName), "Agent", "Bash", "Read", "Glob", "CronList"],
    tools: isSubAgent === true ? ["Agent"] : [],
    ...place.more,
    agents: { payer: { description: "Pays.", prompt: "You pay.", background: false } },
    systemPrompt: "You pay.",
    settingSources: [],
    model: "claude-sonnet-4-5",
  };
  let text: string | undefined;
  let id = session;
  let waiting: readonly string[] = [];
  let error: unknown;
  const ended = Promise.withResolvers<void>();
  const input = session === undefined ? prompt : openInput(ended.promise);
  try {
    for await (const message of query({ prompt: input, options: helveOptions(options, guarded.helve) })) {
      if (message.type !== "result") continue;
      id = message.session_id;
      if (message.terminal_reason === "tool_deferred_unavailable" || message.subtype !== "success") continue;
      ended.resolve();
      waiting = message.terminal_reason === "tool_deferred" ? [message.deferred_tool_use?.id ?? "?"] : [];
      text = waiting.length === 0 && message.terminal_reason === "completed" ? message.result : undefined;
    }
  } catch (thrown) {
    error = thrown;
  }
  if (model.errors.length > 0) throw new AggregateError(model.errors, "the model failed");
  const read: Readonly<Record<string, ReadResult>> = { ...model.read };
  return {
    ...{ text, waiting, error, read, updates: [] },
    async resume(answers, elsewhere) {
      const next = elsewhere === undefined ? guarded : hooksOf(elsewhere);
      Object.assign(next.answers, answers);
      const resumed = await runClaude(place, elsewhere ?? setup, next, id);
      return { ...resumed, read: { ...read, ...resumed.read } };
    },
  };
}

/** An empty message, after which the deferred call runs. The input stays open, because servers connect meanwhile. */
async function* openInput(ended: Promise<void>): AsyncGenerator<SDKUserMessage> {
  yield { type: "user", message: { role: "user", content: "" }, parent_tool_use_id: null };
  await ended;
}

/** The environment of Claude Code: no settings of the user, and no other address than the model's. */
function environment(home: string, url: string): Record<string, string | undefined> {
  return {
    ...{ PATH: process.env["PATH"], HOME: home, CLAUDE_CONFIG_DIR: join(home, ".claude"), ANTHROPIC_BASE_URL: url },
    ...{ ANTHROPIC_API_KEY: "none", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" },
  };
}
