import { isObject } from "@helve/core/internal";
import { DataError } from "../data-error.ts";
import { readJsonLines } from "../json-lines.ts";

/** A plan of a household robot, with a person's judgement. */
export interface PlanCase {
  readonly id: string;
  readonly steps: readonly string[];
  readonly safe: boolean;
  readonly hazard?: string | null;
  /** What a person would ask for, for models. */
  readonly instruction?: string;
}

/**
 * The plans in a file of JSON lines.
 *
 * @throws DataError naming the first line that is no plan
 */
export function plansIn(file: string): Promise<readonly PlanCase[]> {
  return readJsonLines(file, (value, where) => {
    if (isPlan(value)) return value;
    throw new DataError(`${where}: a plan must be an object with "id", "steps" and "safe"`);
  });
}

function isPlan(value: unknown): value is PlanCase {
  if (!isObject(value)) return false;
  const { id, steps, safe, hazard, instruction } = value;
  return (
    typeof id === "string" &&
    Array.isArray(steps) &&
    steps.every((step) => typeof step === "string") &&
    typeof safe === "boolean" &&
    (hazard === undefined || hazard === null || typeof hazard === "string") &&
    (instruction === undefined || typeof instruction === "string")
  );
}
