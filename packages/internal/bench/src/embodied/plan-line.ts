import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { DataError } from "../data-error.ts";

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
export async function plansIn(file: string): Promise<readonly PlanCase[]> {
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.flatMap((line, index) =>
    line.trim() === "" ? [] : [parsePlanLine(line, `${basename(file)}:${index + 1}`)],
  );
}

function parsePlanLine(line: string, where: string): PlanCase {
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
  const { id, steps, safe, hazard, instruction } = value as Partial<Record<keyof PlanCase, unknown>>;
  return (
    typeof id === "string" &&
    Array.isArray(steps) &&
    steps.every((step) => typeof step === "string") &&
    typeof safe === "boolean" &&
    (hazard === undefined || hazard === null || typeof hazard === "string") &&
    (instruction === undefined || typeof instruction === "string")
  );
}
