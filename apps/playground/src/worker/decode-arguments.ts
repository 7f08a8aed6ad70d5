import { feedback, JsonParser, repairKinds } from "@helve/arguments";
import type { JsonSchema } from "@helve/core";
import type { DescribedRepair } from "../evaluation.ts";
import type { InputCall } from "./input-call.ts";

/**
 * Decodes the arguments of a call as a model sent them.
 *
 * @param schema - of the tool's arguments; without it, any object fits
 * @throws InvalidSchemaError if the schema is invalid
 */
export function decodeCall(tool: string, text: string, schema: JsonSchema = anyObject): InputCall {
  const decoded = new JsonParser().decode(text, schema);
  const repairs = decoded.repairs.map(
    (repair): DescribedRepair => ({ ...repair, description: descriptionOf(repair.kind) }),
  );
  if (decoded.ok) return { action: { id: "call", name: tool, args: decoded.args }, repairs, argumentIssues: [] };
  return { repairs, argumentIssues: decoded.issues, feedback: feedback(text, decoded.issues) };
}

const anyObject: JsonSchema = { type: "object", additionalProperties: true };

const descriptions: ReadonlyMap<string, string> = new Map(Object.entries(repairKinds));

function descriptionOf(kind: string): string {
  return descriptions.get(kind) ?? kind;
}
