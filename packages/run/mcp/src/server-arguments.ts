import { JsonParser } from "@helve/arguments";
import type { Args, ArgumentParser } from "@helve/core";
import { isObject, parseExactJson, readableNumbers, roundedNumbers } from "@helve/core/internal";
import { schemaValidator } from "@helve/opentool";

const repairing = new JsonParser();

/**
 * Reads the arguments of a call by the schema of a server. Arguments that the schema allows are unchanged: nothing is added, converted or removed.
 * Other ones are repaired as those of any tool. An integer that JavaScript can't hold becomes the text of its digits, for rules and records.
 */
export const serverArguments: ArgumentParser = {
  parameterDescription: repairing.parameterDescription,
  decode(raw, schema) {
    const value = typeof raw === "string" ? parsed(raw) : raw;
    const isAllowed = isObject(value) && schemaValidator(schema)(roundedNumbers(value)).length === 0;
    if (isAllowed) return { ok: true, args: readableNumbers(value) as Args, repairs: [] };
    return repairing.decode(raw, schema);
  },
};

/** Parses JSON; undefined if the text is none. */
function parsed(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
