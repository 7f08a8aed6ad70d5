import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
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

it("notices files that an editor replaces, and those of a new folder", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "helve-extract-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const save = (file: string, text: string): void => {
    writeFileSync(join(cwd, `${file}~`), text);
    renameSync(join(cwd, `${file}~`), join(cwd, file));
  };
  const source = (name: string): string =>
    `import type { Unit } from "./units/unit.js";\n/** Says it. */\nexport function ${name}(unit: Unit): void {}\n`;
  writeFileSync(
    join(cwd, "tsconfig.json"),
    '{ "compilerOptions": { "strict": true, "types": [], "module": "nodenext" } }',
  );
  mkdirSync(join(cwd, "units"));
  save("units/unit.ts", 'export type Unit = "C";\n');
  save("tools.ts", source("one"));
  const controller = new AbortController();
  const seen: string[] = [];
  await watchTools(["tools.ts"], {
    cwd,
    signal: controller.signal,
    onExtract: ({ document }) => {
      const [fn] = document.functions;
      const is = `${fn?.name} ${JSON.stringify(fn?.parameters[0]?.schema)}`;
      if (seen.at(-1) === is) return;
      seen.push(is);
      if (seen.length === 1) save("tools.ts", source("two"));
      if (seen.length === 2) save("tools.ts", source("three"));
      if (seen.length === 3) save("units/unit.ts", 'export type Unit = "F";\n');
      if (seen.length === 4) controller.abort();
    },
  });
  expect(seen.map((is) => is.split(" ")[0])).toEqual(["one", "two", "three", "three"]);
});
