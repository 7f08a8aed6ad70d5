import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CopilotClient, RuntimeConnection } from "@github/copilot-sdk";
import type { ApprovalAnswer } from "@helve/adapter";
import { helveConfig, toCopilotTools } from "@helve/copilot-sdk";
import { ActionExecutor } from "@helve/executor";
import type { AdapterUnderTest, AgentRun, AgentSetup } from "../../test/adapters/adapter.ts";
import { chatFormat } from "./chat-format.ts";
import { folders } from "./claude-agent.ts";
import { startScriptedModel, subAgentPrompt } from "./scripted-model.ts";

/** The hooks around custom tools, with the real runtime of Copilot. Questions are answered while the calls wait. */
export function copilotAdapter(program: string): AdapterUnderTest {
  const sameProcess = { instead: "a question is answered while the call waits, in the same process" };
  const oneByOne = {
    instead: "questions come one after the other: a call of the same reply waits for the answer before it",
  };
  return {
    name: "@helve/copilot-sdk",
    limits: {
      "one rejection does not drop the other calls of the turn": oneByOne,
      "evaluates all rules again when the answer arrives": oneByOne,
      "repairs malformed arguments": { instead: "Copilot refuses the call, and the model reads why" },
      "passes on a result of 1 MB": {
        instead: "Copilot saves a long result to a file, and the model reads parts of it",
        isImpossible: true,
      },
      "streams the progress of a tool": { instead: "custom tools of the SDK have no progress" },
      "resumes in another process": sameProcess,
      "answers several questions of a turn one at a time, each in another process": sameProcess,
      "asks about each call of turns that use an id again, each answered in another process": sameProcess,
      "answers several questions of turns that use ids again, one at a time, each in another process": sameProcess,
      "does not count an approval for a question that this process does not know": sameProcess,
      "uses an approval once": sameProcess,
      "does not run a call whose kept question was changed": sameProcess,
      "does not run a rejected call, also if no rule asks about it any more": sameProcess,
      "does not run a call that a person has edited as it was, also if no rule asks about it any more": sameProcess,
    },
    start: (setup) => runCopilot(program, setup),
  };
}

/** The clients of runs, which the test stops at its end: some runs wait for ever. */
const clients: CopilotClient[] = [];

/** Stops the clients of runs. */
export async function stopClients(): Promise<void> {
  await Promise.all(clients.splice(0).map((client) => client.forceStop()));
}

async function runCopilot(program: string, setup: AgentSetup): Promise<AgentRun> {
  const { tools, guards, prompt, approvals, signal, timeout, turns, isSubAgent } = setup;
  const home = mkdtempSync(join(tmpdir(), "helve-copilot-"));
  folders.push(home);
  const args = { agent_type: "payer", description: "Pays", name: "payer", prompt: subAgentPrompt, mode: "sync" };
  const subAgent = isSubAgent === true ? { id: "agent", name: "task", arguments: JSON.stringify(args) } : undefined;
  const model = await startScriptedModel({ format: chatFormat, turns, toolName: (name) => name, subAgent });
  const waiting = new Map<string, (answer: ApprovalAnswer) => void>();
  const scripted = turns.flatMap(({ calls = [] }) => calls);
  const client = new CopilotClient({
    ...{ baseDirectory: home, workingDirectory: home, useLoggedInUser: false, logLevel: "none" },
    connection: RuntimeConnection.forStdio({ path: program }),
    env: { PATH: process.env["PATH"], HOME: home },
  });
  clients.push(client);
  const config = {
    model: "scripted",
    provider: { type: "openai", baseUrl: `${model.url}/v1`, apiKey: "none" },
    onPermissionRequest: () => ({ kind: "approve-once" }),
    tools: toCopilotTools(new ActionExecutor(tools, { timeout }), { signal }),
    customAgents: [{ name: "payer", description: "Pays.", prompt: "You pay." }],
  } as const;
  const describedTools = Object.fromEntries(
    tools.map(({ name, description, parameters }) => [name, { description, parameters }]),
  );
  const changed = { resolve: (): void => undefined };
  const session = await client.createSession(
    helveConfig(config as never, {
      ...{ guards, prompt, approvals, signal, describedTools },
      onAsk: ({ call }) =>
        new Promise<ApprovalAnswer>((resolve) => {
          const found = scripted.find(
            ({ arguments: text }) => text === JSON.stringify(reordered(call.arguments, text)),
          );
          waiting.set(found?.id ?? call.id, resolve);
          changed.resolve();
        }),
    }),
  );
  const abort = (): void => void session.abort().catch(() => undefined);
  if (signal?.aborted === true) abort();
  signal?.addEventListener("abort", abort, { once: true });
  let text: string | undefined;
  let error: unknown;
  let hasEnded = false;
  const running =
    signal?.aborted === true
      ? Promise.resolve()
      : session.sendAndWait({ prompt }, 30_000).then(
          (message) => {
            text = message?.data.content;
          },
          (thrown: unknown) => {
            error = thrown;
          },
        );
  const ending = running.then(async () => {
    hasEnded = true;
    changed.resolve();
    await session.disconnect();
    await client.stop();
    await model[Symbol.asyncDispose]();
  });
  /** Waits until the run ends, or a call waits. */
  const settled = async (): Promise<AgentRun> => {
    while (!hasEnded && waiting.size === 0) {
      await new Promise<void>((resolve) => {
        changed.resolve = resolve;
      });
    }
    if (hasEnded) await ending;
    if (model.errors.length > 0) throw new AggregateError(model.errors, "the model failed");
    return {
      ...{ text: hasEnded ? text : undefined, error, read: { ...model.read }, updates: [] },
      waiting: hasEnded ? [] : [...waiting.keys()],
      async resume(answers) {
        for (const [id, resolve] of [...waiting]) {
          const answer = answers[id];
          if (answer === undefined) continue;
          waiting.delete(id);
          resolve(answer);
        }
        return settled();
      },
    };
  };
  return settled();
}

/** Arguments with their names in the order of a text. */
function reordered(args: unknown, text: string): unknown {
  const names = Object.keys(JSON.parse(text));
  return Object.fromEntries(names.map((name) => [name, (args as Record<string, unknown>)[name]]));
}
