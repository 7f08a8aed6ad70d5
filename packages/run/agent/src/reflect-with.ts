import { JsonParser } from "@helve/arguments";
import type { Action, Args, Locale, Trajectory } from "@helve/core";
import type { ActionExecutor } from "@helve/executor";
import { callsOf, plainText, systemMessage, userMessage } from "./message.ts";
import { complete, type Model } from "./model.ts";
import { modelTools } from "./model-tools.ts";

/**
 * Creates the option `reflect` of an `Engine` of `@helve/enforcer`: for `llm_self_reflect`, the model reads which rule its action
 * violates and why, and calls another tool or none. The engine then evaluates that action.
 *
 * @param executor - returns the executor, which is created after its guard
 *
 * @example
 * const engine = new Engine(rules, { predicates, reflect: reflectWith(model, () => executor) });
 * const executor = new ActionExecutor(tools, { guards: [engine] });
 */
export function reflectWith(
  model: Model,
  executor: () => Pick<ActionExecutor, "actionsInfo" | "names">,
  options: ReflectWithOptions = {},
): (request: ReflectRequest) => Promise<ReflectAnswer> {
  const texts = reflectTexts[options.locale ?? "en"];
  return async ({ action, rule, finding, trajectory, prompt, signal }) => {
    const tools = modelTools(executor());
    const steps = trajectory.slice(-maxSteps).map(({ action: past, observation }) => {
      return `${past.name} ${JSON.stringify(past.args)}\n${plainText(observation.parts).slice(0, maxLength)}`;
    });
    const question = texts.question({
      prompt,
      steps: steps.join("\n\n"),
      action: JSON.stringify(action.args),
      name: action.name,
      rule,
      finding,
    });
    const { message } = await complete(model, {
      messages: [systemMessage(texts.instructions), userMessage(question)],
      tools,
      signal,
    });
    const [call] = callsOf(message);
    const tool = tools.find(({ name }) => name === call?.name);
    if (call === undefined || tool === undefined) return null;
    const decoded = new JsonParser().decode(call.arguments, tool.parameters);
    return decoded.ok ? { name: call.name, args: decoded.args } : null;
  };
}

/** Options of {@link reflectWith}. */
export interface ReflectWithOptions {
  /** The language of the instructions; `en` by default. */
  readonly locale?: Locale | undefined;
}

/** The request of the engine: the action, the violated rule as a sentence, and the reason for the violation. */
export interface ReflectRequest {
  readonly action: Action;
  readonly rule: string;
  readonly finding: string;
  readonly trajectory: Trajectory;
  readonly prompt: string;
  readonly signal: AbortSignal;
}

/** The action to run instead; `null` if the model gives up. */
export type ReflectAnswer = { readonly name: string; readonly args: Args } | null;

/** How many of the last steps the model reads, and how much of each result. */
const maxSteps = 10;
const maxLength = 2000;

interface Question {
  readonly prompt: string;
  readonly steps: string;
  readonly name: string;
  readonly action: string;
  readonly rule: string;
  readonly finding: string;
}

const reflectTexts = {
  en: {
    instructions:
      "An action that you wanted to take violates a rule. Call the tool that reaches the goal without violating the rule. If there is no such action, answer without calling a tool.",
    question: ({ prompt, steps, name, action, rule, finding }: Question) =>
      `The task: ${prompt}\n\nYour steps so far:\n${steps || "none"}\n\nThe action: ${name} ${action}\nThe rule: ${rule}\nWhy it is violated: ${finding}`,
  },
  zh: {
    instructions:
      "你想执行的操作违反了一条规则。请调用能达到目的而不违反规则的工具。如果没有这样的操作，请直接回答，不要调用工具。",
    question: ({ prompt, steps, name, action, rule, finding }: Question) =>
      `任务：${prompt}\n\n已完成的步骤：\n${steps || "无"}\n\n操作：${name} ${action}\n规则：${rule}\n违反的原因：${finding}`,
  },
} as const;
