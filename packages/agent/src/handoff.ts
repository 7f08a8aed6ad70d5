import type { Locale } from "@helve/core";
import { type Tool, ToolError, tool } from "@helve/tool";
import type { AgentRun } from "./agent-event.ts";
import type { AgentOutcome } from "./agent-outcome.ts";
import { checkLoopOptions } from "./check-loop-options.ts";
import { generateLoop } from "./generate-loop.ts";
import type { LoopOptions } from "./loop-options.ts";
import { systemMessage, userMessage } from "./message.ts";
import { subAgentUpdate } from "./sub-agent-update.ts";

/**
 * Creates a tool that hands a task to another agent, with a model, tools, rules and limits of its own. The model of the outer
 * run reads the answer, or why there is none. The outer run counts what the other agent uses, and passes its events on.
 *
 * A call of the other agent can't wait for a late answer: it then ends without an answer.
 *
 * @throws AgentError if an option is invalid
 *
 * @example
 * const executor = new ActionExecutor([handoff({ name: "research", description: "Searches the web.", model, executor: web })]);
 */
export function handoff(options: HandoffOptions): Tool {
  const { name, description, instructions, parallel, locale = "en", ...loopOptions } = options;
  checkLoopOptions(loopOptions);
  return tool({
    name,
    description,
    parameters: {
      type: "object",
      properties: { task: { type: "string", description: texts[locale] } },
      required: ["task"],
    },
    timeout: Number.POSITIVE_INFINITY, // `limits.time` limits it
    ...(parallel !== undefined && { parallel }),
    async execute({ task }, { signal, progress }) {
      const messages = [...(instructions === undefined ? [] : [systemMessage(instructions)]), userMessage(task)];
      const session = { ...loopOptions.session, prompt: loopOptions.session?.prompt ?? task };
      const both = loopOptions.signal === undefined ? signal : AbortSignal.any([signal, loopOptions.signal]);
      const run = generateLoop(messages, { ...loopOptions, session, signal: both });
      return answerOf(name, await watched(name, run, progress));
    },
  });
}

/** Options of {@link handoff}: those of the other agent's run, and of the tool. */
export interface HandoffOptions extends LoopOptions {
  /** The name of the tool. */
  readonly name: string;
  /** What the other agent is good at, for the model that hands tasks to it. */
  readonly description: string;
  /** The system message of the other agent; none by default. */
  readonly instructions?: string | undefined;
  /** Whether several tasks may run at the same time; false by default. */
  readonly parallel?: boolean | undefined;
  /** The language of the parameter's description; `en` by default. */
  readonly locale?: Locale | undefined;
}

const texts = {
  en: "the task, with everything that is needed to solve it",
  zh: "任务，以及完成任务所需的一切信息",
} as const;

/** Passes the events on and waits for the end. */
async function watched(name: string, run: AgentRun, progress: (update: unknown) => void): Promise<AgentOutcome> {
  for await (const event of run) {
    if (event.type === "end") return event.outcome;
    progress(subAgentUpdate(name, event));
  }
  throw new TypeError("the events of the run ended without an outcome");
}

/** @throws ToolError if there is no answer */
function answerOf(name: string, outcome: AgentOutcome): string {
  switch (outcome.status) {
    case "finished":
      return outcome.answer;
    case "failed":
      throw new ToolError(`${name} has no answer: ${outcome.error.message}`);
    case "pending": {
      const tools = outcome.questions.map(({ action }) => action.name).join(", ");
      throw new ToolError(`${name} has no answer: a person would have to approve its call of ${tools} first`);
    }
    default:
      throw new ToolError(`${name} has no answer: ${outcome.reason}`);
  }
}
