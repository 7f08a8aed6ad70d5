import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const script = `
  import { ActionExecutor } from "@helve/executor";
  import { toolApi } from "@helve/tool";

  const docstring = "Add.\\n\\nArgs:\\n    x (int): one\\n    y (int): other\\n\\nReturns:\\n    int: the sum";
  const add = toolApi(docstring, (x, y) => x + y, { name: "add" });
  const executor = new ActionExecutor([add]);
  for (const args of ["{'x': '1', y: 2,}", '{"x": 1}']) {
    const { result, errmsg } = await executor.execute({ id: "call_1", name: "add", arguments: args });
    console.log(JSON.stringify(result ?? errmsg));
  }
`;

it("a call goes the whole way where code can't be compiled: under a content security policy, on an edge worker", () => {
  const options = ["--disallow-code-generation-from-strings", "--conditions=@helve/source", "--input-type=module"];
  const printed = execFileSync(process.execPath, [...options, "--eval", script], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    encoding: "utf8",
  });
  expect(printed.trim().split("\n")).toEqual(['[{"type":"json","content":3}]', '"add: \\"y\\" is required"']);
});
