/** Readers that parse the text of a call and answer the model: Helve, ajv after `JSON.parse`, and typia's functions for models. */
import { feedback, JsonParser } from "@helve/arguments";
import type { Args, JsonSchema } from "@helve/core";
import { LlmJson } from "@typia/utils";
import { Ajv } from "ajv";

/** The result of reading a call: its arguments, or the message for the model. */
export type Answer = { readonly args: Args } | { readonly message: string };

/** Reads the texts of one call. */
export type Reader = (text: string) => Answer;

/** Creates the reader for a schema; it throws if a library does not accept the schema. */
export const readers: ReadonlyMap<string, (schema: JsonSchema) => Reader> = new Map([
  ["Helve", helve],
  ["typia", typia],
  ["ajv", ajv],
]);

/** Creates Helve's reader for a schema. */
function helve(schema: JsonSchema): Reader {
  const parser = new JsonParser();
  return (text) => {
    const decoded = parser.decode(text, schema);
    const isCutOff = decoded.repairs.some(({ kind }) => kind === "truncated" || kind === "truncated_member");
    // The executor lists this problem with the others.
    if (isCutOff)
      return { message: [cutOff, ...(decoded.ok ? [] : decoded.issues.map(({ message }) => message))].join("\n") };
    return decoded.ok ? { args: decoded.args } : { message: feedback(text, decoded.issues) };
  };
}

/** The executor's message about a text that ended early. */
const cutOff = "the text of the arguments ends too early. The call did not run. Send the whole call again";

/** Creates typia's reader for a schema. */
function typia(schema: JsonSchema): Reader {
  const parameters = { $defs: {}, required: [], ...schema } as unknown as Parameters<typeof LlmJson.validate>[0];
  const validate = LlmJson.validate(parameters, true);
  return (text) => {
    const parsed = LlmJson.parse(text, parameters);
    if (!parsed.success) {
      const errors = parsed.errors.map(({ path, expected, description }) => ({ path, expected, value: description }));
      return { message: LlmJson.stringify({ success: false, data: parsed.data, errors }) };
    }
    const validated = validate(parsed.data);
    return validated.success ? { args: validated.data as Args } : { message: LlmJson.stringify(validated) };
  };
}

/** Creates ajv's reader for a schema. */
function ajv(schema: JsonSchema): Reader {
  const compiler = new Ajv({
    allErrors: true,
    coerceTypes: true,
    strict: false,
    validateFormats: false,
    logger: false,
  });
  const validate = compiler.compile(schema);
  return (text) => {
    try {
      const args = JSON.parse(text) as Args;
      return validate(args) ? { args } : { message: JSON.stringify(validate.errors) };
    } catch (error) {
      return { message: `not JSON: ${error instanceof Error ? error.message : String(error)}` };
    }
  };
}
