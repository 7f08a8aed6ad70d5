import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));
/** Every example ends with a comment of what it prints with `--mock`. */
const output = /\/\* prints with --mock:\n([\s\S]*?)\*\/\s*$/;

export const examples: readonly string[] = globSync("*.ts", { cwd: folder }).filter(
  (file) => !["bank.ts", "mock-model.ts", "vitest.config.ts"].includes(file),
);

/** The examples whose SDK starts a program, which the variable names. */
export const programVariables: Readonly<Record<string, string>> = {
  "claude-agent.ts": "CLAUDE_CODE",
  "copilot-sdk.ts": "COPILOT_RUNTIME",
};

/** Tests that an example prints what its comment says. */
export function testExample(file: string, environment: Readonly<Record<string, string>> = {}): void {
  const [, expected] = output.exec(readFileSync(`${folder}/${file}`, "utf8")) ?? [];
  const printed = execFileSync(process.execPath, ["--conditions=@helve/source", `${folder}/${file}`, "--mock"], {
    encoding: "utf8",
    env: { ...process.env, NODE_NO_WARNINGS: "1", FORCE_COLOR: "0", ...environment },
  });
  expect(printed).toBe(expected);
}
