import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { watchTools } from "@helve/extract";
import { expect, it, onTestFinished } from "vitest";

it("reads the files again after a change, until it is aborted", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "helve-extract-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const source = (name: string): string =>
    `/** Says it. */\nexport function ${name}(text: string): string { return text; }\n`;
  writeFileSync(join(cwd, "tsconfig.json"), '{ "compilerOptions": { "strict": true, "types": [] } }');
  writeFileSync(join(cwd, "tools.ts"), source("say"));
  const controller = new AbortController();
  const names: string[] = [];
  await watchTools(["tools.ts"], {
    cwd,
    signal: controller.signal,
    onExtract: ({ document }) => {
      const name = document.functions[0]?.name ?? "";
      names.push(name);
      if (name === "say") writeFileSync(join(cwd, "tools.ts"), source("shout"));
      if (name === "shout") controller.abort();
    },
  });
  expect(names[0]).toBe("say");
  expect(names.at(-1)).toBe("shout");
});
