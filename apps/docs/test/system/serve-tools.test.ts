import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { shownFile } from "../../src/markdown/code-meta.ts";
import { folderWithPackages, writePageFile } from "../page-folder.ts";
import { pages } from "../pages.ts";

const main = fileURLToPath(new URL("../../../../packages/run/cli/dist/main.js", import.meta.url));
const { blocks } = pages.find(({ name }) => name === "tutorials/serve-tools.md") ?? { blocks: [] };

/** The commands of a session at a terminal, each with what it prints. */
function sessionCommands(text: string): readonly (readonly [command: string, output: string])[] {
  return Array.from(text.matchAll(/^\$ npx helve (.*)\n((?:(?!\$ ).*\n)*)/gm), ([, command = "", output = ""]) => [
    command,
    output,
  ]);
}

const [[serve] = [], calls = []] = blocks
  .filter(({ language }) => language === "console")
  .map(({ text }) => sessionCommands(text));

let folder = "";
beforeAll(() => {
  folder = folderWithPackages();
  for (const { meta, text } of blocks) {
    const file = shownFile(meta);
    if (file !== undefined) writePageFile(folder, { ...file, text });
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

it("the tutorial's server answers the commands as the page shows", async () => {
  const [command = "", shown = ""] = serve ?? [];
  const server = spawn(process.execPath, [main, ...command.split(" "), "--port", "0"], { cwd: folder });
  try {
    const [printed] = await once(server.stdout, "data");
    const [address = ""] = /http:\S+(?=,)/.exec(String(printed)) ?? [];
    expect(String(printed).replace(/:\d+\//, ":9627/")).toBe(shown);
    expect(calls.length).toBeGreaterThan(4);
    for (const [call, output] of calls) {
      const args = call.replace("http://localhost:9627/opentool", address).match(/'[^']*'|\S+/g) ?? [];
      const unquoted = args.map((arg) => arg.replace(/^'(.*)'$/, "$1"));
      const { stdout, stderr } = spawnSync(process.execPath, [main, ...unquoted], { cwd: folder, encoding: "utf8" });
      expect({ call, printed: stdout + stderr }).toEqual({ call, printed: output });
    }
  } finally {
    server.kill();
    await once(server, "exit");
  }
});
