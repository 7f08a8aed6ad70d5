import type { Expression, PredicateCall, Rule } from "@helve/agentspec";
import {
  type Action,
  errorJson,
  type Finding,
  type GuardContext,
  type Predicate,
  type PredicateContext,
  type PredicateRecord,
  type RuleRecord,
  type Truth,
} from "@helve/core";
import { operandOf } from "./operand.ts";
import { expressionInWords } from "./words.ts";

/** What rules may ask, and how long an answer may take. */
export interface Questions {
  /** By name. */
  readonly predicates: ReadonlyMap<string, Predicate>;
  /** In milliseconds. */
  readonly timeout: number;
}

/** A rule, with what its check came to for an action. */
export interface CheckedRule {
  readonly rule: Rule;
  readonly record: RuleRecord;
}

/** Checks every rule for one action; nothing else happens. A rule is violated unless its check comes out false. */
export async function checkRules(
  rules: readonly Rule[],
  action: Action,
  { trajectory, prompt, signal, state }: GuardContext,
  questions: Questions,
): Promise<readonly CheckedRule[]> {
  const context: PredicateContext = { action, trajectory, prompt, signal, ...(state !== undefined && { state }) };
  const look: Look = { ...questions, context, answers: new Map() };
  const checked: CheckedRule[] = [];
  for (const rule of rules) {
    signal.throwIfAborted();
    const { value, predicates } = await evaluate(rule.check, look);
    const line = rule.range.start.line;
    checked.push({ rule, record: { rule: rule.name, line, check: value, violated: value !== false, predicates } });
  }
  return checked;
}

/** One look at one action. */
interface Look extends Questions {
  readonly context: PredicateContext;
  /** What was asked already, by the predicate as a rule writes it, so that nothing is asked twice. */
  readonly answers: Map<string, Promise<Finding>>;
}

interface Checked {
  readonly value: Truth;
  /** The answers that decided it. */
  readonly predicates: readonly PredicateRecord[];
}

/** The value of a check in Kleene's three-valued logic; a conjunction is not looked at beyond its first `false`. */
async function evaluate(expression: Expression, look: Look): Promise<Checked> {
  switch (expression.type) {
    case "literal":
      return { value: expression.value === true, predicates: [] };
    case "not": {
      const { value, predicates } = await evaluate(expression.operand, look);
      return { value: value === "unknown" ? "unknown" : !value, predicates };
    }
    case "predicate": {
      const finding = await answer(expression, look);
      return { value: finding.value, predicates: [{ predicate: expressionInWords(expression), ...finding }] };
    }
    case "and": {
      let value: Truth = true;
      const predicates: PredicateRecord[] = [];
      for (const operand of expression.operands) {
        const checked = await evaluate(operand, look);
        predicates.push(...checked.predicates);
        if (checked.value === false) return { value: false, predicates };
        if (checked.value === "unknown") value = "unknown";
      }
      return { value, predicates };
    }
    default:
      // No plan lets any other through.
      return { value: "unknown", predicates: [] };
  }
}

function answer(call: PredicateCall, look: Look): Promise<Finding> {
  const words = expressionInWords(call);
  const known = look.answers.get(words);
  if (known !== undefined) return known;
  const asked = ask(call, look);
  look.answers.set(words, asked);
  return asked;
}

/** A predicate that throws or takes too long can't tell. */
async function ask(call: PredicateCall, { predicates, context, timeout }: Look): Promise<Finding> {
  const operands = call.arguments.map((value) => operandOf(value, context.action));
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const asked = predicates.get(call.name)?.evaluate(operands, context);
    if (typeof asked !== "object" || !("then" in asked)) return toFinding(asked);
    const late = new Promise<Finding>((resolve) => {
      timer = setTimeout(() => resolve(cantTell(`no answer within ${timeout} ms`)), Math.min(timeout, longestTimer));
    });
    return toFinding(await Promise.race([asked, late]));
  } catch (error) {
    return cantTell(`it failed: ${errorJson(error).message}`);
  } finally {
    clearTimeout(timer);
  }
}

/** A longer timer would go off at once. */
const longestTimer = 2 ** 31 - 1;

/** An answer that is none of the three truths is no answer. */
function toFinding(answered: Truth | Finding | undefined): Finding {
  const { value, reason = "", evidence = [] } = typeof answered === "object" ? answered : { value: answered };
  if (value === true || value === false) return { value, reason: reason || `it is ${value}`, evidence };
  return cantTell(reason || "it can't tell", evidence);
}

function cantTell(reason: string, evidence: Finding["evidence"] = []): Finding {
  return { value: "unknown", reason, evidence };
}
