import type { JsonObject, Locale, ToolContext } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { PendingError, type Tool, ToolError, tool } from "@helve/tool";
import type { AgentRun } from "./agent-event.ts";
import type { AgentOutcome } from "./agent-outcome.ts";
import { checkLoopOptions } from "./check-loop-options.ts";
import { generateLoop } from "./generate-loop.ts";
import type { LoopOptions } from "./loop-options.ts";
import { systemMessage, userMessage } from "./message.ts";
import { localeType, type OptionTypes } from "./option-types.ts";
import { parsePendingRun } from "./pending-run.ts";
import { resume } from "./resume.ts";
import { endReason, subAgentUpdate } from "./sub-agent-update.ts";
import { readWaiting, type Waiting } from "./waiting-call.ts";

/**
 * Creates a tool that hands a task to another agent, with a model, tools, rules and limits of its own. The model of the outer
 * run reads the answer, or why there is none. The outer run counts what the other agent uses, and passes its events on.
 *
 * If a call of the other agent waits for a person, the outer run waits, too: its pending run contains the pending run of the other agent, and
 * `resume` continues both.
 *
 * @throws AgentError if an option is invalid
 *
 * @example
 * const executor = new ActionExecutor([handoff({ name: "research", description: "Searches the web.", model, executor: web })]);
 */
export function handoff(options: HandoffOptions): Tool {
  checkLoopOptions(options, [], { ownOptions: handoffOptions });
  const { name, description, instructions, parallel, locale = "en", ...loopOptions } = options;
  return tool({
    name,
    description,
    parameters: {
      type: "object",
      properties: { task: { type: "string", description: texts[locale] } },
      required: ["task"],
    },
    timeout: Number.POSITIVE_INFINITY, // `limits.time` limits it
    parallel,
    execute({ task }, context) {
      const messages = [...(instructions === undefined ? [] : [systemMessage(instructions)]), userMessage(task)];
      const session = { ...loopOptions.session, prompt: loopOptions.session?.prompt ?? task };
      return answerOf(name, generateLoop(messages, { ...loopOptions, session, ...signalOf(context) }), context);
    },
    resume({ waiting, answer }, context) {
      const stored = readWaiting(waiting);
      if (stored?.type !== "agent_run" || !isObject(answer)) throw new TypeError(`${name} has no run that waits`);
      const run = parsePendingRun(stored.run);
      return answerOf(name, resume(run, answer, { ...loopOptions, ...signalOf(context) }), context);
    },
  });

  /** Combines the signal of the call with that of the options. */
  function signalOf({ signal }: ToolContext): Pick<LoopOptions, "signal"> {
    return { signal: loopOptions.signal === undefined ? signal : AbortSignal.any([signal, loopOptions.signal]) };
  }
}

/** Options of {@link handoff}: those of the other agent's run, and of the tool. */
export interface HandoffOptions extends LoopOptions {
  /** The name of the tool. */
  readonly name: string;
  /** The abilities of the other agent, for the model that hands tasks to it. */
  readonly description: string;
  /** The system message of the other agent; none by default. */
  readonly instructions?: string | undefined;
  /** Whether several tasks may run at the same time; false by default. */
  readonly parallel?: boolean | undefined;
  /** The language of the parameter's description; `en` by default. */
  readonly locale?: Locale | undefined;
}

const handoffOptions: OptionTypes = {
  name: ["a text", (value) => typeof value === "string", "required"],
  description: ["a text", (value) => typeof value === "string", "required"],
  instructions: ["a text", (value) => typeof value === "string"],
  parallel: ["true or false", (value) => typeof value === "boolean"],
  locale: localeType,
};

const texts = {
  en: "the task, with everything that is needed to solve it",
  zh: "任务，以及完成任务所需的一切信息",
} as const;

/**
 * Passes on a sub-agent's events, and waits for its answer.
 *
 * @throws ToolError if the other agent gives no answer; PendingError if the other agent waits for a person
 */
async function answerOf(name: string, run: AgentRun, { progress }: ToolContext): Promise<string> {
  for await (const event of run) {
    if (event.type === "end") return outcomeAnswer(name, event.outcome);
    const update = subAgentUpdate(name, event);
    progress(update);
    const reason = endReason(update);
    if (reason !== undefined) throw new ToolError(`${name} has no answer: ${reason}`); // leaving the loop ends the run
  }
  throw new TypeError("the events of the run ended without an outcome");
}

/** Returns the sub-agent's answer, or throws why there is none. */
function outcomeAnswer(name: string, outcome: AgentOutcome): string {
  switch (outcome.status) {
    case "finished":
      return outcome.answer;
    case "failed":
      throw new ToolError(`${name} has no answer: ${outcome.error.message}`);
    case "pending": {
      const asked = outcome.questions.map(({ action }) => action.name).join(", ");
      const waiting: Waiting = { type: "agent_run", agent: name, run: outcome.run as object as JsonObject };
      throw new PendingError(`a person has to decide about ${asked}`, waiting);
    }
    default:
      throw new ToolError(`${name} has no answer: ${outcome.reason}`);
  }
}
