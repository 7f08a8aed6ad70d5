import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));
/** Every example ends with a comment of what it prints with `--mock`. */
const output = /\/\* prints with --mock:\n([\s\S]*?)\*\/\s*$/;
const examples = globSync("*.ts", { cwd: folder }).filter(
  (file) => !["bank.ts", "mock-model.ts", "vitest.config.ts"].includes(file),
);

/** The programs that two SDKs start. They are not installed with this repository: `test:system` puts them into a cache. */
const host = `${process.platform}-${process.arch}`;
const programs: Readonly<Record<string, { readonly variable: string; readonly path: string }>> = {
  "claude-agent.ts": {
    variable: "CLAUDE_CODE",
    path: cached(`@anthropic-ai/claude-agent-sdk-${host}`, "0.3.332", "claude"),
  },
  "copilot-sdk.ts": {
    variable: "COPILOT_RUNTIME",
    path: cached(`@github/copilot-sdk-${host}`, "1.0.14", `prebuilds/${host}/copilot-runtime`),
  },
};

function cached(name: string, version: string, path: string): string {
  const cache = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "helve-clients");
  return join(cache, `${name.replace("/", "+")}@${version}`, "node_modules", name, path);
}

it("has an example", () => expect(examples).not.toEqual([]));

describe.each(examples)("%s", (file) => {
  const program = programs[file];
  it.skipIf(program !== undefined && !existsSync(program.path))("prints what it says", () => {
    const [, expected] = output.exec(readFileSync(`${folder}/${file}`, "utf8")) ?? [];
    const printed = execFileSync(process.execPath, ["--conditions=@helve/source", `${folder}/${file}`, "--mock"], {
      encoding: "utf8",
      env: {
        ...{ ...process.env, NODE_NO_WARNINGS: "1", FORCE_COLOR: "0" },
        ...(program && { [program.variable]: program.path }),
      },
    });
    expect(printed).toBe(expected);
  });
});
