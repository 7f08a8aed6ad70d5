/** `has_read_instructions`: whether an untrusted result of an earlier step gives orders to the assistant. */
import type { Finding, Observation, Step } from "@helve/core";
import { quote, type StepFold, StepFolds } from "@helve/core/internal";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { keptSession } from "../session-state/session-memory.ts";
import type { Past } from "../session-state.ts";
import { findAssistantInstructions } from "../text/assistant-instructions.ts";
import { findTexts } from "../text/find-texts.ts";
import { readableText } from "../text/readable-text.ts";
import { createFinding, type PredicateDefinition } from "./predicate-definition.ts";

/** `has_read_instructions`: whether an untrusted result of an earlier step gives orders to the assistant. */
export const hasReadInstructions: PredicateDefinition = {
  names: ["has_read_instructions"],
  description: "Whether an untrusted result of an earlier step gives orders to the assistant that reads it.",
  phrase: {
    en: "the agent has read an untrusted text that gives it orders",
    zh: "智能体读过向它下达指令的不可信文本",
    not: {
      en: "the agent has not read any untrusted text that gives it orders",
      zh: "智能体没有读过向它下达指令的不可信文本",
    },
  },
  parameters: [],
  evaluate(_operands, past, policy) {
    return readInstructions(past, policy) ?? createFinding(false, "no earlier result gives orders to the assistant");
  },
};

/** The first finding in the steps that have ended: the result of a step in flight is not known yet. */
export function readInstructions({ trajectory, earlier }: Past, policy: PreparedPolicy): Finding | undefined {
  const folds = foldsByPolicy.get(policy) ?? new StepFolds<InstructionsFold>();
  foldsByPolicy.set(policy, folds);
  const origin = keptSession(policy, earlier)?.instructions;
  const fold = folds.of(
    trajectory,
    () => new InstructionsFold(policy, origin),
    (known) => known.origin === origin,
  );
  return fold.finding;
}

const foldsByPolicy = new WeakMap<PreparedPolicy, StepFolds<InstructionsFold>>();

/** The instructions found in the steps so far. */
class InstructionsFold implements StepFold {
  added = 0;
  finding: Finding | undefined;
  readonly origin: Finding | undefined;
  readonly #policy: PreparedPolicy;

  /** @param origin - what was found in the steps before */
  constructor(policy: PreparedPolicy, origin: Finding | undefined) {
    this.#policy = policy;
    this.origin = origin;
    this.finding = origin;
  }

  add(step: Step): void {
    if (this.finding?.value !== true) this.finding = instructionsIn(step, this.added, this.#policy) ?? this.finding;
    this.added++;
  }
}

/** Finds instructions in what a tool with untrusted results returned. */
function instructionsIn(
  { action, observation, ran }: Step,
  index: number,
  policy: PreparedPolicy,
): Finding | undefined {
  if (!ran || policy.traits(action.name).results !== "untrusted") return undefined;
  const { texts, isComplete } = textsOf(observation);
  for (const written of texts) {
    const text = readableText(written.slice(0, maxTextLength));
    const [finding] = findAssistantInstructions(text);
    if (finding === undefined) continue;
    const words = quote(text.slice(finding.start, finding.end));
    return createFinding(true, `the result of step ${index + 1} (${action.name}) ${finding.what}: ${words}`);
  }
  if (isComplete && texts.every(({ length }) => length <= maxTextLength)) return undefined;
  return createFinding("unknown", `the result of step ${index + 1} (${action.name}) can't be searched as a whole`);
}

/** Longer texts are searched only up to here. */
const maxTextLength = 1_000_000;

/** The texts of a result; incomplete if there are too many, or if a part is an image or a file, which may contain any text. */
function textsOf({ parts }: Observation): { readonly texts: readonly string[]; readonly isComplete: boolean } {
  let isComplete = true;
  const texts = parts.flatMap((part) => {
    if (part.type === "text") return [part.content];
    if (part.type !== "json") {
      isComplete = false;
      return [];
    }
    const found = findTexts({ value: part.content });
    isComplete &&= found.isComplete;
    return found.texts.map(({ text }) => text);
  });
  return { texts, isComplete };
}
