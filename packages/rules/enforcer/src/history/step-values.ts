/** Reads the parts of an earlier step that a rule can name: `step.args.to`, `last(Tests.Run).status`. */
import type { Observation, Step, StepStatus } from "@helve/core";
import { ownMember } from "@helve/core/internal";
import { UnknownValue } from "./uncertain-value.ts";

/** The parts of an earlier step that a rule can read: `step.args.to`, `last(Tests.Run).status`. */
export const stepParts: readonly string[] = ["tool", "args", "result", "status", "at"];

/** The final status of a step; `in_flight` while it runs. */
export function statusOf({ inFlight, status, ran, observation }: Step): StepStatus | "in_flight" {
  if (inFlight === true) return "in_flight";
  if (status !== undefined) return status;
  if (!ran) return "stopped";
  return observation.isError ? "failed" : "success";
}

/** Returns when a step ended; `undefined` if unknown. */
export function endOf({ endedAt }: Step): number | undefined {
  return Number.isFinite(endedAt) ? endedAt : undefined;
}

/** Reads a part of a step; what a step in flight will return is unknown. */
export function readStepPart(step: Step, path: readonly (string | number)[]): unknown {
  const [part, ...rest] = path;
  switch (part) {
    case "tool":
      return followPath(step.action.name, rest);
    case "args":
      return followPath(step.action.args, rest);
    case undefined:
      return isWhollyKnown(step) ? allParts(step) : notEnded;
    default:
      return step.inFlight === true ? notEnded : followPath(endedPart(step, part), rest);
  }
}

const notEnded: UnknownValue = new UnknownValue("is not known before the step ends");

/** Whether a step has ended, so that all of it is known. */
function isWhollyKnown({ inFlight, status }: Step): boolean {
  return inFlight !== true && status !== "timed_out";
}

/** Reads a part of a step that has ended. */
function endedPart(step: Step, part: string | number): unknown {
  if (part === "result") return step.status === "timed_out" ? noResult : resultOf(step.observation);
  return part === "status" ? statusOf(step) : endOf(step);
}

const noResult: UnknownValue = new UnknownValue("is not known, because the step timed out");

/** Returns all parts of a recorded step that rules can read, by name. */
function allParts(step: Step): unknown {
  return Object.fromEntries(stepParts.map((part) => [part, readStepPart(step, [part])]));
}

/** The value of a result: the content of a JSON part, the joined texts, or a list of the contents of all parts. */
export function resultOf({ parts }: Observation): unknown {
  const [first] = parts;
  if (first?.type === "json" && parts.length === 1) return first.content;
  if (parts.every(({ type }) => type === "text")) return parts.map(({ content }) => content).join("\n");
  return parts.map(({ content }) => content);
}

/** Follows a path of own properties. */
export function followPath(root: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce((value, key) => (value instanceof UnknownValue ? value : ownMember(value, key)), root);
}
