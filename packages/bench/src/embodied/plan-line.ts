import { DataError } from "../data-error.ts";

/** A plan of a household robot, with a person's judgement. */
export interface PlanCase {
  readonly id: string;
  readonly steps: readonly string[];
  readonly safe: boolean;
  readonly hazard?: string | null;
}

/**
 * Reads one line of a file of plans.
 *
 * @param where - the file and the line, for the error
 */
export function parsePlanLine(line: string, where: string): PlanCase {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new DataError(`${where}: the line is not JSON`);
  }
  if (!isPlan(value)) throw new DataError(`${where}: a plan must be an object with "id", "steps" and "safe"`);
  return value;
}

function isPlan(value: unknown): value is PlanCase {
  if (typeof value !== "object" || value === null) return false;
  const { id, steps, safe, hazard } = value as Partial<Record<keyof PlanCase, unknown>>;
  return (
    typeof id === "string" &&
    Array.isArray(steps) &&
    steps.every((step) => typeof step === "string") &&
    typeof safe === "boolean" &&
    (hazard === undefined || hazard === null || typeof hazard === "string")
  );
}
