import { schemaPattern } from "@helve/core/internal";
import { Ajv } from "ajv";
import { ajvSchema } from "./ajv-test/ajv-schema.ts";
import { isRightInAjv } from "./ajv-test/is-right-in-ajv.ts";
import { formatTests } from "./keyword-tests.ts";
import { applySchema } from "./schema-application.ts";
import type { SchemaNode } from "./schema-index.ts";

/** Compiles the test of a schema; `undefined` if ajv evaluates it wrongly, or if code generation is not allowed. */
export function ajvTest(root: SchemaNode | boolean): ((value: unknown) => boolean) | undefined {
  if (typeof root === "boolean" || !isRightInAjv(root)) return undefined;
  try {
    // `Ajv2020` tracks evaluated members in code that may refer to undefined variables.
    const ajv = new Ajv({ ...ajvOptions, validateFormats: root.resource.dialect.assertFormats });
    return ajv.compile(ajvSchema(applySchema(root)));
  } catch {
    return undefined;
  }
}

const ajvOptions = {
  discriminator: true,
  formats: formatTests,
  logger: false,
  messages: false,
  meta: false,
  strict: false,
  // As in JSON, there is no infinite number.
  strictNumbers: true,
  validateSchema: false,
  // JSON Schema wants Unicode patterns; many in use are not.
  code: { regExp: Object.assign((pattern: string) => schemaPattern(pattern), { code: "new RegExp" }) },
} as const;
