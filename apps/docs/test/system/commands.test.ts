import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { codeBlocks } from "@helve/testing/code-blocks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type PageFile, pageCommands } from "../commands.ts";
import { writePageFile } from "../page-folder.ts";
import { type Page, pages } from "../pages.ts";

const main = fileURLToPath(new URL("../../../../packages/run/cli/dist/main.js", import.meta.url)); // starts faster than its sources
const folder = mkdtempSync(join(tmpdir(), "helve-pages-"));
const programs = join(folder, "bin");

beforeAll(() => {
  mkdirSync(programs);
  const helve = `exec '${process.execPath}' '${main}' "$@"`;
  const lines = { helve, npx: 'exec "$@"', claude: "echo '2.1.332 (Claude Code)'" };
  for (const [name, line] of Object.entries(lines)) {
    writeFileSync(join(programs, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(programs, name), 0o755);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A new folder with an empty home directory, in which the commands of a page run one after the other, as a reader runs them. */
function newProject() {
  const [project, home] = [mkdtempSync(join(folder, "project-")), mkdtempSync(join(folder, "home-"))];
  const PATH = `${programs}${delimiter}${process.env["PATH"]}`;
  const env = { PATH, HOME: home, NODE_NO_WARNINGS: "1", NO_COLOR: "1" };
  return {
    home,
    write: (file: PageFile): void => writePageFile(project, file),
    run(script: string): string {
      const { stdout, stderr } = spawnSync("sh", ["-c", script], { cwd: project, env, encoding: "utf8" });
      return stdout + stderr;
    },
  };
}

const commands = pages.map((page) => [page.name, pageCommands(page.blocks), page] as const);

/** Writes what a command printed into its page, in place of what the page shows. */
function showOutput({ url }: Page, output: string, printed: string): void {
  const text = readFileSync(url, "utf8");
  writeFileSync(
    url,
    text.replace(output.trimEnd(), () => printed),
  );
}

it.skipIf(process.platform === "win32").for(commands.filter(([, blocks]) => blocks.length > 0))(
  "%s: the commands print what the page shows",
  ([, blocks, page]) => {
    const project = newProject();
    for (const { script, output, line, files } of blocks) {
      for (const file of files) project.write(file);
      const printed = project.run(script).trimEnd();
      // `WRITE_DOCS=1 vitest run --mode system commands` updates the pages.
      if (process.env["WRITE_DOCS"] !== undefined) showOutput(page, output, printed);
      else expect({ line, printed }).toEqual({ line, printed: output.trimEnd() });
    }
  },
);

it.skipIf(process.platform === "win32")("the doctor reports about Claude Code what the tutorial shows", () => {
  const { blocks } = pages.find(({ name }) => name === "tutorials/guard-your-coding-agent.md") ?? { blocks: [] };
  const [, shown] = /^\$ helve hook doctor claude-code\n([^$]*)/m.exec(blocks.map(({ text }) => text).join("")) ?? [];
  const project = newProject();
  project.run("helve hook install claude-code --yes");
  const printed = project.run("helve hook doctor claude-code").replaceAll(project.home, "/home/ada");
  const lines = (text = "") => text.split("\n").filter((line) => /^(?:ok|open|failed) /.test(line));
  const untimed = (text = "") => lines(text).map((line) => line.replace(/\d+\.\d+ s$/, "… s"));
  expect(untimed(printed)).toEqual(untimed(shown));
});

it("finds commands, what they print, and the files that they read", () => {
  const page = [
    '```agentspec title="a.agentspec"\nrule\n```',
    '```agentspec append="a.agentspec"\nend\n```',
    "```sh\nhelve check a.agentspec\n```",
    "```text\nok\n```",
    "```sh\nhelve fmt\n```",
    "```text\nfine\n```",
  ].join("\n\n");
  const files = [
    { name: "a.agentspec", text: "rule\n", isAdded: false },
    { name: "a.agentspec", text: "end\n", isAdded: true },
  ];
  expect(pageCommands(codeBlocks(page))).toEqual([
    { script: "helve check a.agentspec\n", output: "ok\n", line: 9, files },
    { script: "helve fmt\n", output: "fine\n", line: 17, files: [] },
  ]);
});
