import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, it } from "vitest";
import { programVariables, testExample } from "../test-example.ts";

/** The programs that two SDKs start. They are not installed with this repository: the tests of real clients put them into a cache. */
const host = `${process.platform}-${process.arch}`;
const programs: Readonly<Record<string, string>> = {
  CLAUDE_CODE: cached(`@anthropic-ai/claude-agent-sdk-${host}`, "0.3.332", "claude"),
  COPILOT_RUNTIME: cached(`@github/copilot-sdk-${host}`, "1.0.14", `prebuilds/${host}/copilot-runtime`),
};

function cached(name: string, version: string, path: string): string {
  const cache = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "helve-clients");
  return join(cache, `${name.replace("/", "+")}@${version}`, "node_modules", name, path);
}

describe.each(Object.entries(programVariables))("%s", (file, variable) => {
  const program = programs[variable] ?? "";
  it.skipIf(!existsSync(program))("prints what it says", () => testExample(file, { [variable]: program }));
});
