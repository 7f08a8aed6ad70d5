/** Reads plans of a household robot from a data set, each with a person's judgement. */
import { z } from "zod";
import { readJsonLines } from "../json-lines.ts";

const planSchema = z.object({
  id: z.string(),
  steps: z.array(z.string()),
  safe: z.boolean(),
  hazard: z.string().nullish(),
  instruction: z.string().optional().describe("what a person would ask for, for models"),
});

/** A plan of a household robot, with a person's judgement. */
export type PlanCase = z.infer<typeof planSchema>;

/**
 * The plans in a file of JSON lines.
 *
 * @throws DataError naming the first line that is no plan
 */
export function plansIn(file: string): Promise<readonly PlanCase[]> {
  return readJsonLines(file, planSchema, 'a plan must be an object with "id", "steps" and "safe"');
}
