import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { codeBlocks } from "@helve/testing/code-blocks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pageCommands } from "./commands.ts";
import { pages } from "./pages.ts";

const main = fileURLToPath(new URL("../../../packages/cli/src/main.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "helve-pages-"));
const programs = join(folder, "bin");

beforeAll(() => {
  mkdirSync(programs);
  const helve = `exec '${process.execPath}' --conditions=@helve/source '${main}' "$@"`;
  for (const [name, line] of [["helve", helve] as const, ["npx", 'exec "$@"'] as const]) {
    writeFileSync(join(programs, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(programs, name), 0o755);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs commands in a new folder with files, and with an empty home directory. */
function run(script: string, files: ReadonlyMap<string, string>): string {
  const [project, home] = [mkdtempSync(join(folder, "project-")), mkdtempSync(join(folder, "home-"))];
  for (const [name, text] of files) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  const env = {
    PATH: `${programs}${delimiter}${process.env["PATH"]}`,
    HOME: home,
    NODE_NO_WARNINGS: "1",
    NO_COLOR: "1",
  };
  const { stdout, stderr } = spawnSync("sh", ["-c", script], { cwd: project, env, encoding: "utf8" });
  return stdout + stderr;
}

const commands = pages.flatMap(({ name, blocks }) =>
  pageCommands(blocks).map((block) => [`${name}:${block.line}`, block] as const),
);

it.skipIf(process.platform === "win32").for(commands)(
  "%s: the commands print what the page shows",
  ([, { script, files, output }]) => expect(run(script, files)).toBe(output),
);

it("finds commands, what they print, and the files that they read", () => {
  const page =
    '```agentspec title="a.agentspec"\nrule\n```\n\n```sh\nhelve check a.agentspec\n```\n\n```text\nok\n```\n';
  const files = new Map([["a.agentspec", "rule\n"]]);
  expect(pageCommands(codeBlocks(page))).toEqual([
    { script: "helve check a.agentspec\n", output: "ok\n", line: 5, files },
  ]);
});
