import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { compileSchema, InvalidSchemaError, schemaValidator } from "@helve/opentool";
import { expect, it } from "vitest";

const script = `
  import { compileSchema, InvalidSchemaError, interpretSchema, schemaValidator } from "@helve/opentool";
  const schemas = [{ type: "string" }, { $schema: "http://json-schema.org/draft-07/schema#", type: "string" }];
  const told = schemas.map((schema) => {
    try {
      compileSchema(schema);
    } catch (error) {
      return [error instanceof InvalidSchemaError, error.message];
    }
  });
  const validators = [interpretSchema, schemaValidator].map((make) => make({ type: "string" }));
  console.log(JSON.stringify([told, validators.map((check) => check(3)[0].message)]));
`;

it("compileSchema recommends interpretSchema if code generation is forbidden; schemaValidator uses it", () => {
  const options = ["--disallow-code-generation-from-strings", "--conditions=@helve/source", "--input-type=module"];
  const printed = execFileSync(process.execPath, [...options, "--eval", script], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    encoding: "utf8",
  });
  const says = 'code can\'t be compiled here ("new Function" is not allowed): use interpretSchema';
  expect(JSON.parse(printed)).toEqual([
    [
      [true, says],
      [true, says],
    ],
    ["the value must be a string (got 3)", "the value must be a string (got 3)"],
  ]);
});

it("schemaValidator compiles if code generation is allowed", () => {
  const schema = { type: "object", unevaluatedProperties: false } as const;
  expect(schemaValidator(schema)).toBe(compileSchema(schema));
  expect(() => schemaValidator({ type: "text" } as never)).toThrow(InvalidSchemaError);
});
