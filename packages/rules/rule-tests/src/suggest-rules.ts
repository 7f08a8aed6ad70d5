/** `suggestRules`: lets a model write rules from examples of good and bad calls. */
import { type Catalogue, diagnose, formatProgram, readProgram } from "@helve/agentspec";
import { HelveError, type Issue } from "@helve/core";
import { escapeInvisible } from "@helve/core/internal";
import type { Program } from "@helve/core/program";
import type { PlanError } from "@helve/enforcer";
import { dropRules } from "./drop-rules.ts";
import { measureRules, type RuleExample, type RuleMeasures } from "./measure-rules.ts";
import { issuesPrompt, measuresPrompt, rulesIn, suggestionPrompt } from "./suggestion-prompts.ts";
import type { TestEngineOptions } from "./test-engine.ts";

/** A message of the conversation in which a model writes rules. */
export interface SuggestionMessage {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** Options of `suggestRules`. */
export interface SuggestRulesOptions extends TestEngineOptions {
  /** Asks a model, and returns its answer. */
  readonly ask: (conversation: readonly SuggestionMessage[], signal: AbortSignal) => Promise<string>;
  /** The purpose of the agent, and what must not happen. */
  readonly description: string;
  /** The tools and the predicates that the rules may name; by default the predicates of the engine, and any tool. */
  readonly catalogue?: Catalogue | undefined;
  /** The model reads some of them; the others measure the rules. */
  readonly examples: readonly RuleExample[];
  /** How many examples of each kind the model reads; by default half of them, and at most 20. */
  readonly shown?: number | undefined;
  /** How many times the model is asked at most: with problems, missed examples and false alarms it improves its rules; 3 by default. */
  readonly attempts?: number | undefined;
  /** Called after each answer. */
  readonly onAttempt?: ((attempt: SuggestionAttempt) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An answer of the model. */
export interface SuggestionAttempt {
  /** From 1. */
  readonly attempt: number;
  /** The rules as the model wrote them; the whole answer if it has none. */
  readonly text: string;
  /** Why these rules can't be used; empty if they can. */
  readonly issues: readonly Issue[];
  /** On the examples that the model has read; absent if the rules can't be used. */
  readonly shown?: RuleMeasures;
}

/** Rules that a model wrote, with what they do. Nothing uses them until somebody accepts them. */
export interface Suggestion {
  /** The formatted rules. They have no invisible characters: what a person reads is what is used. */
  readonly text: string;
  /** Without tests: nothing has run those of a model. */
  readonly program: Program;
  /** Warnings about the rules. */
  readonly issues: readonly Issue[];
  /** On the examples that the model has read. */
  readonly shown: RuleMeasures;
  /** On the examples that it has not read. */
  readonly unseen: RuleMeasures;
  /** The examples that the model has read, and the others. */
  readonly examples: { readonly shown: readonly RuleExample[]; readonly unseen: readonly RuleExample[] };
  readonly attempts: readonly SuggestionAttempt[];
}

/**
 * Asks a model for rules (AgentSpec §5). Each answer is parsed, diagnosed and tested on examples; the model reads what is wrong and
 * improves its rules. The best rules are returned, which stop the most harm with the fewest false alarms on the examples that the model
 * has read, or `undefined` if no answer has rules that can be used.
 *
 * @throws TypeError if there is no harmful example, or a number is invalid; what `ask` throws; the signal's reason when it is aborted
 *
 * @example
 * const suggestion = await suggestRules({ ask, description: "Never delete what git does not know.", examples, predicates });
 * console.log(suggestion?.text, suggestion?.unseen.harmful);
 */
export async function suggestRules(options: SuggestRulesOptions): Promise<Suggestion | undefined> {
  const { ask, examples, attempts: most = 3, signal = new AbortController().signal } = options;
  checkOptions(options);
  const { shown, unseen } = splitExamples(examples, options.shown);
  const predicates = [...(options.predicates ?? [])];
  const engine = { ...options, predicates, signal };
  const catalogue: Catalogue = { predicates, ...options.catalogue };
  const conversation: SuggestionMessage[] = [
    { role: "user", text: suggestionPrompt(options.description, catalogue, shown) },
  ];
  const attempts: SuggestionAttempt[] = [];
  let best: Candidate | undefined;
  for (let attempt = 1; attempt <= most; attempt++) {
    const answer = await ask(conversation, signal);
    signal.throwIfAborted();
    const text = rulesIn(answer);
    const candidate = await examine(text, catalogue, shown, engine);
    const { program, issues, measures } = candidate;
    const made: SuggestionAttempt = { attempt, text, issues, shown: measures };
    attempts.push(made);
    options.onAttempt?.(made);
    if (
      program !== undefined &&
      measures !== undefined &&
      (best === undefined || score(measures) > score(best.measures))
    ) {
      best = { program, measures, warnings: issues };
    }
    if (measures !== undefined && measures.missed.length + measures.falseAlarms.length === 0) break;
    const reply = measures === undefined ? issuesPrompt(issues) : measuresPrompt(measures, shown);
    conversation.push({ role: "assistant", text: answer }, { role: "user", text: reply });
  }
  if (best === undefined) return undefined;
  const { program, measures, warnings } = best;
  return {
    text: formatProgram(program),
    program,
    issues: warnings,
    shown: measures,
    unseen: await measureRules(program, unseen, engine),
    examples: { shown, unseen },
    attempts,
  };
}

interface Candidate {
  readonly program: Program;
  readonly measures: RuleMeasures;
  readonly warnings: readonly Issue[];
}

/** The rules of an answer with their measures, or the issues that make them unusable. */
async function examine(
  text: string,
  catalogue: Catalogue,
  shown: readonly RuleExample[],
  options: TestEngineOptions & { readonly signal: AbortSignal },
): Promise<{ readonly program?: Program; readonly issues: readonly Issue[]; readonly measures?: RuleMeasures }> {
  const { value } = readProgram(text);
  const issues = diagnose(text, catalogue).filter(({ severity }) => severity !== "info");
  if (value === undefined || issues.some(({ severity = "error" }) => severity === "error")) return { issues };
  if (value.rules.length === 0) return { issues: [{ code: "no_rule", message: "there is no rule" }] };
  const program = dropRules(value, []);
  const invisible = invisibleCharacters(formatProgram(program));
  if (invisible.length > 0) return { issues: invisible };
  try {
    return { program, issues, measures: await measureRules(program, shown, options) };
  } catch (error) {
    if (!HelveError.is(error) || error.code !== "invalid_plan") throw error;
    return { issues: (error as PlanError).issues };
  }
}

/** The lines whose characters a person would not see: they could hide what a rule does. */
function invisibleCharacters(text: string): readonly Issue[] {
  return text.split("\n").flatMap((line) => {
    const visible = escapeInvisible(line);
    const message = `a line has invisible characters: ${visible.trim()}`;
    return visible === line ? [] : [{ code: "invisible_character", message }];
  });
}

/** The share of harm that is stopped, less the share of harmless work that is. */
function score({ harmful, harmless }: RuleMeasures): number {
  return share(harmful) - share(harmless);
}

/** Returns the share of stopped calls. */
function share({ stopped, of }: { readonly stopped: number; readonly of: number }): number {
  return of === 0 ? 0 : stopped / of;
}

/** Examples at even distances of each kind are shown, so that both parts have what is at the beginning and at the end of a file. */
function splitExamples(examples: readonly RuleExample[], limit: number | undefined) {
  const [shown, unseen]: [RuleExample[], RuleExample[]] = [[], []];
  for (const harmful of [true, false]) {
    const all = examples.filter((each) => each.harmful === harmful);
    const most = Math.min(all.length, limit ?? Math.min(20, Math.ceil(all.length / 2)));
    const before = (index: number): number => Math.ceil((index * most) / all.length);
    for (const [index, each] of all.entries()) {
      (before(index + 1) > before(index) ? shown : unseen).push(each);
    }
  }
  return { shown, unseen };
}

function checkOptions({ examples, attempts = 1, shown = 1, description }: SuggestRulesOptions): void {
  if (description.trim() === "") throw new TypeError("description must say what the agent is for (got an empty text)");
  if (!examples.some(({ harmful }) => harmful)) throw new TypeError("examples must have a harmful example");
  for (const [name, value] of Object.entries({ attempts, shown })) {
    if (!Number.isSafeInteger(value) || value < 1) throw new TypeError(`${name} must be a whole number (got ${value})`);
  }
}
