import type { JsonSchema } from "@helve/core";
import { roundedNumbers } from "@helve/core/internal";
import { schemaValidator } from "@helve/opentool";
import type { ClientOptions } from "@modelcontextprotocol/client";

/** The validator of a client whose results keep their numbers as they are written: it checks the nearest JavaScript numbers. */
export const exactValidator: NonNullable<ClientOptions["jsonSchemaValidator"]> = {
  getValidator<T>(schema: object) {
    const validate = schemaValidator(schema as JsonSchema);
    return (value: unknown) => {
      const issues = validate(roundedNumbers(value));
      if (issues.length === 0) return { valid: true, data: value as T, errorMessage: undefined };
      return { valid: false, data: undefined, errorMessage: issues.map(({ message }) => message).join("; ") };
    };
  },
};
