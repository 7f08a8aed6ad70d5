import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const script = `
  import { compileSchema, InvalidSchemaError, interpretSchema } from "@helve/opentool";
  const schemas = [{ type: "string" }, { $schema: "http://json-schema.org/draft-07/schema#", type: "string" }];
  const told = schemas.map((schema) => {
    try {
      compileSchema(schema);
    } catch (error) {
      return [error instanceof InvalidSchemaError, error.message];
    }
  });
  console.log(JSON.stringify([told, interpretSchema({ type: "string" })(3).map(({ message }) => message)]));
`;

it("compileSchema names interpretSchema where code must not be compiled; that needs none", () => {
  const options = ["--disallow-code-generation-from-strings", "--conditions=@helve/source", "--input-type=module"];
  const printed = execFileSync(process.execPath, [...options, "--eval", script], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    encoding: "utf8",
  });
  const says = 'code can\'t be compiled here ("new Function" is not allowed): interpretSchema needs none';
  expect(JSON.parse(printed)).toEqual([
    [
      [true, says],
      [true, says],
    ],
    ["the value must be a string (got 3)"],
  ]);
});
