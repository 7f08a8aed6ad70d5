/** Reads the trajectories of SWE-agent and mini-SWE-agent. */
import { isObject, ownMember } from "@helve/core/internal";
import { type ChatRun, chatRun } from "./chat-calls.ts";
import { type LoggedCall, metadataOf, stepsOf, type Transcript, textIn } from "./recorded-run.ts";

/** Whether a value is a trajectory of SWE-agent, or of mini-SWE-agent. */
export function isSweAgentRun(value: unknown): boolean {
  if (!isObject(value) || !isObject(ownMember(value, "info"))) return false;
  return isSteps(ownMember(value, "trajectory")) || Array.isArray(ownMember(value, "messages"));
}

function isSteps(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.every((step) => isObject(step) && typeof ownMember(step, "action") === "string");
}

/** A trajectory: each action is a command of the agent's shell. */
export function readSweAgentRun(value: unknown): Transcript {
  const { trajectory, history, messages, info, environment, instance_id } = value as Readonly<Record<string, unknown>>;
  const run = isSteps(trajectory) ? { ...chatRun(history), ...runOfSteps(trajectory) } : runOfMessages(messages);
  const { exit_status, submission } = info as Readonly<Record<string, unknown>>;
  return {
    id: String(instance_id ?? environment ?? "swe-agent"),
    prompt: run.prompt,
    answer: run.answer,
    trajectory: stepsOf(run.calls),
    metadata: metadataOf({ exit_status, submission }),
  };
}

/** Reads the calls and the answer of SWE-agent's steps. */
function runOfSteps(steps: readonly object[]): Pick<ChatRun, "answer" | "calls"> {
  const calls: LoggedCall[] = [];
  let answer = "";
  for (const step of steps) {
    const command = String(ownMember(step, "action")).trim();
    const thought = ownMember(step, "thought");
    if (typeof thought === "string" && thought.trim() !== "") answer = thought;
    if (command === "") continue;
    calls.push(shellCall(calls.length, command, textIn(ownMember(step, "observation"))));
  }
  return { answer, calls };
}

/** Reads a mini-SWE-agent run from its messages: commands in code blocks, outputs in the next message. */
function runOfMessages(messages: unknown): ChatRun {
  const run = chatRun(messages);
  if (run.calls.length > 0) return run;
  const list = Array.isArray(messages) ? messages.filter(isObject) : [];
  const calls: LoggedCall[] = [];
  for (const [index, message] of list.entries()) {
    if (ownMember(message, "role") !== "assistant") continue;
    const next = list[index + 1];
    const output = next === undefined ? undefined : textIn(ownMember(next, "content"));
    for (const command of commandsIn(message)) calls.push(shellCall(calls.length, command, output));
  }
  return { ...run, calls };
}

function commandsIn(message: object): readonly string[] {
  const actions = ownMember(ownMember(message, "extra"), "actions");
  if (Array.isArray(actions)) {
    return actions.flatMap((action) => {
      const command = typeof action === "string" ? action : ownMember(action, "command");
      return typeof command === "string" ? [command] : [];
    });
  }
  const block = /```(?:bash|sh|mswea_bash_command)\s*\n([\s\S]*?)\n```/.exec(textIn(ownMember(message, "content")));
  return block?.[1] === undefined ? [] : [block[1].trim()];
}

/** Makes a call of `bash` with a command and its output. */
function shellCall(before: number, command: string, output: string | undefined): LoggedCall {
  const call = { id: `call_${before + 1}`, tool: "bash", args: { command } };
  return output === undefined ? call : { ...call, result: { text: output } };
}
