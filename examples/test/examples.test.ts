import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));
/** Every example ends with a comment of what it prints with `--mock`. */
const output = /\/\* prints with --mock:\n([\s\S]*?)\*\/\s*$/;
const examples = globSync("*.ts", { cwd: folder }).filter((file) => file !== "bank.ts" && file !== "vitest.config.ts");

it("has an example", () => expect(examples).not.toEqual([]));

it.each(examples)("%s prints what it says", (file) => {
  const [, expected] = output.exec(readFileSync(`${folder}/${file}`, "utf8")) ?? [];
  const printed = execFileSync(process.execPath, ["--conditions=@helve/source", `${folder}/${file}`, "--mock"], {
    encoding: "utf8",
    env: { ...process.env, NODE_NO_WARNINGS: "1", FORCE_COLOR: "0" },
  });
  expect(printed).toBe(expected);
});
