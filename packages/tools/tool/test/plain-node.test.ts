import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("needs no build step where no decorator is used, and no eval: Node runs it as it stands", () => {
  const file = fileURLToPath(new URL("fixtures/plain-node.ts", import.meta.url));
  for (const options of [[], ["--disallow-code-generation-from-strings"]]) {
    const args = ["--conditions=@helve/source", ...options, file];
    const printed = execFileSync(process.execPath, args, { encoding: "utf8" });
    expect(JSON.parse(printed)).toEqual([["add", "bold", "twice", "plus"], ["text"], 3, "**x**", "xx"]);
  }
});
