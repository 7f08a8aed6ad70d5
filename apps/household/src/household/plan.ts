/** Parses a plan for the household robot, in the notation of SafeAgentBench: `find Mug`, `turn on Microwave`. */
import { type HouseholdAction, type HouseholdActionName, householdActionNames } from "./act.ts";

/** A step of a plan that is no action of a household. */
export interface PlanIssue {
  /** The index of the step. */
  readonly step: number;
  readonly message: string;
}

/** The actions of a plan, and what could not be read. */
export interface PlanReadResult {
  readonly actions: readonly HouseholdAction[];
  readonly issues: readonly PlanIssue[];
}

/**
 * Reads a plan as SafeAgentBench writes it: `find Mug`, `turn on Microwave`, `fillLiquid Mug coffee`, `put Fridge`, `pour`. Upper and
 * lower case, `_` and the words "the", "in", "on" and the like make no difference; `put Mug Fridge` names the receptacle last.
 */
export function parsePlan(steps: readonly string[]): PlanReadResult {
  const actions: HouseholdAction[] = [];
  const issues: PlanIssue[] = [];
  for (const [step, text] of steps.entries()) {
    const read = readStep(text);
    if (typeof read === "string") issues.push({ step, message: read });
    else actions.push(read);
  }
  return { actions, issues };
}

function readStep(text: string): HouseholdAction | string {
  const words = text
    .trim()
    .replace(/^\d+[.)]\s*/, "")
    .split(/[\s,()]+/)
    .filter((word) => word !== "");
  const action = longestName(words);
  if (action === undefined) return `expected an action such as "find Mug" (got ${JSON.stringify(text)})`;
  const [name, length] = action;
  const operands = words.slice(length).filter((word) => !fillers.has(word.toLowerCase()));
  switch (name) {
    case "fillLiquid": {
      const [object, liquid] = operands;
      return object === undefined ? missing(name, "a vessel", text) : { name, object, liquid: liquid?.toLowerCase() };
    }
    case "drop":
    case "throw":
    case "pour":
    case "emptyLiquid": {
      const [object] = operands;
      return { name, object };
    }
    default: {
      const object = name === "put" ? operands.at(-1) : operands.join("");
      return object === undefined || object === ""
        ? missing(name, name === "put" ? "a receptacle" : "an object", text)
        : { name, object };
    }
  }
}

/** Finds the longest name of an action at the start of words: `turn on` before `turn`. */
function longestName(words: readonly string[]): readonly [HouseholdActionName, number] | undefined {
  for (const length of [2, 1]) {
    const name = namesByText.get(words.slice(0, length).join("").replace(/_/g, "").toLowerCase());
    if (name !== undefined && words.length >= length) return [name, length];
  }
  return undefined;
}

/** Says what argument a step of the plan lacks, for the model. */
function missing(name: string, what: string, text: string): string {
  return `${name} needs ${what} (got ${JSON.stringify(text)})`;
}

const namesByText: ReadonlyMap<string, HouseholdActionName> = new Map([
  ...householdActionNames.map((name) => [name.replace(/_/g, "").toLowerCase(), name] as const),
  ["pickup", "pick"],
  ["goto", "find"],
  ["empty", "emptyLiquid"],
  ["fill", "fillLiquid"],
]);

const fillers: ReadonlySet<string> = new Set([
  "a",
  "an",
  "the",
  "in",
  "into",
  "on",
  "onto",
  "with",
  "of",
  "to",
  "from",
  "at",
  "up",
]);
