import type { Action, Step, Truth } from "@helve/core";
import type { Comparison, Expression, Reference, StepQuery, ToolPattern, Value } from "@helve/core/program";

// A slow evaluation of checks, written from docs/semantics.md: each question looks at each step, and nothing is remembered.

/** The situation in which a check is evaluated. */
export interface Trace {
  /** The steps in their order, those in flight last. */
  readonly steps: readonly Step[];
  readonly args: Action["args"];
  readonly state: unknown;
  readonly now: number | undefined;
}

interface Scope extends Trace {
  readonly step?: Step;
}

/** A value that is absent, unknown, or a number between two bounds; anything else is itself. */
type Found =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "absent" | "unknown" }
  | { readonly kind: "between"; readonly low: number; readonly high: number };

const absent: Found = { kind: "absent" };
const unknown: Found = { kind: "unknown" };
const known = (value: unknown): Found => (value === undefined ? absent : { kind: "value", value });
const between = (low: number, high: number): Found => (low === high ? known(low) : { kind: "between", low, high });

/** The value of a condition. */
export function truthIn(node: Expression, scope: Scope): Truth {
  switch (node.type) {
    case "literal":
      return node.value === true;
    case "not":
      return not(truthIn(node.operand, scope));
    case "and":
      return all(node.operands.map((operand) => truthIn(operand, scope)));
    case "or":
      return not(all(node.operands.map((operand) => not(truthIn(operand, scope)))));
    case "comparison":
      return compare(node, find(node.left, scope), find(node.right, scope), scope);
    case "every":
    case "some": {
      const list = find(node.value, scope);
      if (list.kind === "absent") return isOptional(node.value) ? false : "unknown";
      if (list.kind !== "value") return "unknown";
      const items: readonly unknown[] = Array.isArray(list.value) ? list.value : [list.value];
      const right = find(node.right, scope);
      const truths = items.map((item) => compare({ ...node, left: undefined }, known(item), right, scope));
      return node.type === "every" ? all(truths) : not(all(truths.map(not)));
    }
    case "once":
      return not(all(matches(node.steps, scope).map(({ truth }) => not(truth))));
    default:
      throw new Error(`no reference for ${node.type}`);
  }
}

function not(truth: Truth): Truth {
  return truth === "unknown" ? truth : !truth;
}

function all(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes("unknown") ? "unknown" : true;
}

function find(node: Value, scope: Scope): Found {
  switch (node.type) {
    case "literal":
      return known(node.value);
    case "list":
      return known(node.items.map((item) => (find(item, scope) as { readonly value: unknown }).value));
    case "reference":
      return lookUp(node, scope);
    case "duration":
      return known(node.amount * { ms: 1, s: 1e3, m: 6e4, h: 36e5, d: 864e5, w: 6048e5 }[node.unit]);
    case "arithmetic":
      return calculate(node.operator, find(node.left, scope), find(node.right, scope));
    case "count": {
      const found = matches(node.steps, scope);
      return between(found.filter(({ truth }) => truth === true).length, found.length);
    }
    case "sum":
      return sum(
        matches(node.steps, scope, node.value).map((match) => ({
          ...match,
          number: find(node.value, { ...scope, step: match.step }),
        })),
      );
    case "last": {
      const range = { start: node.range.start, end: node.range.end };
      const part: Reference = { type: "reference", root: "step", path: node.path, range };
      const last = matches(node.steps, scope, part).at(-1);
      if (last === undefined) return absent;
      return last.truth === true ? lookUp(part, { ...scope, step: last.step }) : unknown;
    }
    default:
      throw new Error(`no reference for ${node.type}`);
  }
}

function lookUp({ root, path }: Reference, scope: Scope): Found {
  if (root === "step") return partOf(scope.step as Step, path);
  const start = { args: scope.args, state: scope.state, now: scope.now }[root as "args"] as unknown;
  return known(follow(start, path));
}

function follow(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined),
    value,
  );
}

function partOf(step: Step, [part, ...rest]: readonly (string | number)[]): Found {
  if (part === "tool") return known(step.action.name);
  if (part === "args") return known(follow(step.action.args, rest));
  if (step.inFlight === true) return unknown;
  if (part === "status") return known(step.status);
  if (part === "at") return known(step.endedAt);
  return step.status === "timed_out" ? unknown : known(follow(step.observation.parts[0]?.content, rest));
}

/** The steps that match or may match, with the values that are read from them. */
function matches(
  { patterns, where, since, within }: StepQuery,
  scope: Scope,
  part?: Value,
): readonly { readonly step: Step; readonly truth: Truth }[] {
  const { steps, now } = scope;
  const ended = steps.filter(({ inFlight }) => inFlight !== true).length;
  const readsStatus = JSON.stringify([where, part]).includes('"path":["status"');
  return steps.flatMap((step, index) => {
    const isUncertain = step.inFlight === true || step.status === "timed_out";
    const hasStatus = isUncertain || step.status === "success" || (step.status === "failed" && readsStatus);
    if (!hasStatus || !patterns.some((pattern) => fits(pattern, step))) return [];
    const truth = all([
      isUncertain ? "unknown" : true,
      step.inFlight === true ? true : isWithin(within, step, { index, ended, now }),
      ...(since === undefined ? [] : steps.slice(index + 1).map((later) => not(isStart(since, later)))),
      where === undefined ? true : truthIn(where, { ...scope, step }),
    ]);
    return truth === false ? [] : [{ step, truth }];
  });
}

function isWithin(
  within: StepQuery["within"],
  { endedAt }: Step,
  { index, ended, now }: { readonly index: number; readonly ended: number; readonly now: number | undefined },
): Truth {
  if (within === undefined) return true;
  if (within.type === "step_window") return index >= ended - within.steps;
  if (endedAt === undefined || now === undefined) return "unknown";
  return endedAt >= now - within.amount;
}

function isStart(since: readonly ToolPattern[], step: Step): Truth {
  if (!since.some((pattern) => fits(pattern, step))) return false;
  if (step.inFlight === true || step.status === "timed_out") return "unknown";
  return step.status === "success";
}

function fits({ toolkit, tool }: ToolPattern, { action }: Step): boolean {
  const [itsToolkit, itsTool = ""] = action.name.split(".");
  const isTool = tool.endsWith("*") ? itsTool.startsWith(tool.slice(0, -1)) : tool === "any" || tool === itsTool;
  return isTool && (toolkit === "any" || toolkit === itsToolkit);
}

function sum(terms: readonly { readonly truth: Truth; readonly number: Found }[]): Found {
  let [low, high] = [0, 0];
  let hasNegative = false;
  for (const { truth, number } of terms) {
    if (number.kind !== "value" || typeof number.value !== "number")
      return { kind: "between", low: -Infinity, high: Infinity };
    low += truth === true ? number.value : Math.min(0, number.value);
    high += truth === true ? number.value : Math.max(0, number.value);
    hasNegative ||= number.value < 0;
  }
  return between(low, hasNegative ? Infinity : high);
}

function bounds(found: Found): readonly [number, number] | undefined {
  if (found.kind === "between") return [found.low, found.high];
  return found.kind === "value" && typeof found.value === "number" ? [found.value, found.value] : undefined;
}

function calculate(operator: "+" | "-" | "*", left: Found, right: Found): Found {
  if (left.kind === "absent" || right.kind === "absent") return absent;
  const [a, b] = [bounds(left), bounds(right)];
  if (a === undefined || b === undefined) return unknown;
  const times = (x: number, y: number): number => (x === 0 || y === 0 ? 0 : x * y);
  const corners = a.flatMap((x) => b.map((y) => (operator === "*" ? times(x, y) : operator === "+" ? x + y : x - y)));
  return between(Math.min(...corners), Math.max(...corners));
}

function isOptional(value: Value): boolean {
  if (value.type === "arithmetic") return isOptional(value.left) || isOptional(value.right);
  return (value.type === "reference" || value.type === "last") && value.optional === true;
}

type Operands = Pick<Comparison, "operator" | "right" | "ignoreCase"> & { readonly left: Value | undefined };

function compare({ operator, left, right, ignoreCase }: Operands, a: Found, b: Found, _scope: Scope): Truth {
  if (a.kind === "unknown" || b.kind === "unknown") return "unknown";
  if (a.kind === "absent" && left !== undefined && isOptional(left)) return false;
  if (b.kind === "absent" && isOptional(right)) return false;
  if (a.kind === "between" || b.kind === "between") {
    const [one, other] = [bounds(a), bounds(b)];
    return one === undefined || other === undefined ? "unknown" : compareBounds(operator, one, other);
  }
  const fold = (found: Found): unknown => {
    const value = (found as { readonly value?: unknown }).value ?? null;
    return ignoreCase === true ? JSON.parse(JSON.stringify(value).toLowerCase()) : value;
  };
  const [one, other] = [fold(a), fold(b)];
  const isEqual = JSON.stringify(one) === JSON.stringify(other);
  if (operator === "==") return isEqual;
  if (operator === "!=") return !isEqual;
  if (operator === "in" && Array.isArray(other))
    return other.some((item) => JSON.stringify(item) === JSON.stringify(one));
  if (a.kind === "absent" || b.kind === "absent" || typeof one !== typeof other) return "unknown";
  if (typeof one !== "number" && typeof one !== "string") return "unknown";
  return order(operator, one as number, other as number);
}

function compareBounds(operator: string, [a, b]: readonly [number, number], [c, d]: readonly [number, number]): Truth {
  if (operator === "==" || operator === "!=") return b < c || d < a ? operator === "!=" : "unknown";
  const results = [order(operator, a, d), order(operator, b, c)];
  return results.every((result) => result === results[0]) ? (results[0] ?? "unknown") : "unknown";
}

function order(operator: string, one: number, other: number): Truth {
  switch (operator) {
    case "<":
      return one < other;
    case "<=":
      return one <= other;
    case ">":
      return one > other;
    case ">=":
      return one >= other;
    default:
      return "unknown";
  }
}
