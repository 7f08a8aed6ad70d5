import type { JsonObject, JsonValue, Step, Trajectory } from "@helve/core";
import { canonicalJson } from "@helve/core";
import { didYouMean, isObject } from "@helve/core/internal";
import { TaskError } from "../errors.ts";
import { correct, incorrect } from "../score.ts";
import type { Scorer } from "../scorer.ts";
import { issue } from "../task.ts";
import type { TaskState } from "../task-state.ts";

/**
 * Scores the calls of a run, not its answer: which tools ran, in which order, and how often.
 *
 * @param expectations - for all samples, or a function that returns the expectations of a sample; `undefined` for a sample without expectations
 * @throws TaskError for unknown or invalid expectations, and for none. Those of a function fail their sample
 *
 * @example
 * const scorer = trajectory({ required: ["Calendar.Search"], forbidden: ["*.Delete*"], maxCalls: 10 });
 * const perSample = trajectory(({ metadata }) => ({ required: metadata["tools"] as string[] }));
 */
export function trajectory(
  expectations: TrajectoryExpectations | ((state: TaskState) => TrajectoryExpectations | undefined),
): Scorer {
  const fixed = typeof expectations === "function" ? undefined : checked(expectations);
  return {
    name: "trajectory",
    score: (state) => {
      const own = typeof expectations === "function" ? expectations(state) : undefined;
      const expected = fixed ?? (own === undefined ? {} : checked(own));
      const unmet = unmetExpectations(expected, state.trajectory);
      return {
        value: unmet.length === 0 ? correct : incorrect,
        answer: state.trajectory.map(({ action }) => action.name).join(", "),
        explanation: unmet.length === 0 ? "The calls are as expected." : unmet.join("\n"),
      };
    },
  };
}

/** A call that is expected: the name of a tool, where `*` stands for any characters, alone or with arguments that the call must have. */
export type ExpectedCall = string | { readonly tool: string; readonly args?: JsonObject | undefined };

/** The expected calls of a run. Only calls that ran count. */
export interface TrajectoryExpectations {
  /** Each of these must have succeeded. */
  readonly required?: readonly ExpectedCall[] | undefined;
  /** None of these may have run. */
  readonly forbidden?: readonly ExpectedCall[] | undefined;
  /** These must have succeeded one after the other, with any calls between them. */
  readonly order?: readonly ExpectedCall[] | undefined;
  /** How many calls may have run: of all tools, or by the names of tools. */
  readonly maxCalls?: number | Readonly<Record<string, number>> | undefined;
}

/** @throws TaskError for expectations that are invalid, or that every run meets: a misspelled name would make each run correct */
function checked(expectations: TrajectoryExpectations): TrajectoryExpectations {
  const members = Object.entries(expectations).filter(([, value]) => value !== undefined);
  const issues = members.flatMap(([name, value]) => {
    if (!expectationNames.includes(name)) {
      return [issue(name, `is not an expectation of trajectory${didYouMean(name, expectationNames)}`)];
    }
    if (name !== "maxCalls") {
      const isValid = Array.isArray(value) && value.every(isExpectedCall);
      return isValid ? [] : [issue(name, "must be a list of names of tools, or of { tool, args }")];
    }
    const limits: readonly unknown[] = isObject(value) ? Object.values(value) : [value];
    const isValid = limits.every((most) => Number.isInteger(most) && Number(most) >= 0);
    return isValid ? [] : [issue(name, "must be a number from 0, or numbers by the names of tools")];
  });
  if (members.length === 0)
    issues.push(issue("trajectory", "expects nothing: give required, forbidden, order or maxCalls"));
  if (issues.length > 0) throw new TaskError(issues);
  return expectations;
}

const expectationNames = ["required", "forbidden", "order", "maxCalls"];

function isExpectedCall(call: unknown): boolean {
  if (typeof call === "string") return call !== "";
  if (!isObject(call) || Object.keys(call).some((name) => name !== "tool" && name !== "args")) return false;
  const { tool, args } = call;
  return typeof tool === "string" && tool !== "" && (args === undefined || isObject(args));
}

/** A sentence for each expectation that calls don't meet. */
function unmetExpectations(expected: TrajectoryExpectations, steps: Trajectory): readonly string[] {
  const { required = [], forbidden = [], order = [], maxCalls = {} } = expected;
  const ran = steps.filter(({ ran }) => ran);
  const succeeded = ran.filter(({ observation }) => observation?.isError !== true);
  const limits = typeof maxCalls === "number" ? { "*": maxCalls } : maxCalls;
  return [
    ...required
      .filter((call) => !succeeded.some((step) => fits(call, step)))
      .map((call) => `${nameOf(call)} did not succeed, but is required.`),
    ...forbidden.flatMap((call) =>
      ran
        .filter((step) => fits(call, step))
        .map(({ action }) => `${action.name} ran, but ${nameOf(call)} is forbidden.`),
    ),
    ...outOfOrder(order, succeeded),
    ...Object.entries(limits).flatMap(([tool, most]) => {
      const count = ran.filter((step) => fits(tool, step)).length;
      return count > most
        ? [`${tool === "*" ? "Tools" : tool} ran ${count} times, but at most ${most} are allowed.`]
        : [];
    }),
  ];
}

/** Lists the expected calls that came out of order. */
function outOfOrder(order: readonly ExpectedCall[], steps: readonly Step[]): readonly string[] {
  let at = 0;
  for (const [index, call] of order.entries()) {
    const found = steps.findIndex((step, place) => place >= at && fits(call, step));
    if (found < 0) {
      const before = order[index - 1];
      return [
        `${nameOf(call)} did not succeed${before === undefined ? "" : ` after ${nameOf(before)}`}, as the order requires.`,
      ];
    }
    at = found + 1;
  }
  return [];
}

/** Whether a step is an expected call. */
function fits(call: ExpectedCall, { action }: Step): boolean {
  const { tool, args = {} } = typeof call === "string" ? { tool: call } : call;
  return isNamed(action.name, tool) && contains(action.args, args);
}

/** Whether a name matches a pattern in which `*` matches any characters. */
function isNamed(name: string, pattern: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  const last = others.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false;
  let at = first.length;
  const end = name.length - last.length;
  return others.every((part) => {
    const found = name.indexOf(part, at);
    at = found + part.length;
    return found >= 0 && at <= end;
  });
}

/** Whether a value has all members of another one; other values must be equal. */
function contains(value: unknown, wanted: JsonValue): boolean {
  if (isObject(wanted) && !Array.isArray(wanted)) {
    return (
      isObject(value) &&
      Object.entries(wanted).every(([name, member]) => Object.hasOwn(value, name) && contains(value[name], member))
    );
  }
  return value !== undefined && canonicalJson(value) === canonicalJson(wanted);
}

/** Names an expected call with its arguments: `Web.Read with {"url":"…"}`. */
function nameOf(call: ExpectedCall): string {
  if (typeof call === "string") return call;
  return call.args === undefined ? call.tool : `${call.tool} with ${JSON.stringify(call.args)}`;
}
