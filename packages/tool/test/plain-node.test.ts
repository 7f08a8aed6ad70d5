import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("needs no build step where no decorator is used: Node runs it as it stands", () => {
  const file = fileURLToPath(new URL("fixtures/plain-node.ts", import.meta.url));
  const printed = execFileSync(process.execPath, ["--conditions=@helve/source", file], { encoding: "utf8" });
  expect(JSON.parse(printed)).toEqual([["add", "bold", "twice", "plus"], ["text"], 3, "**x**", "xx"]);
});
