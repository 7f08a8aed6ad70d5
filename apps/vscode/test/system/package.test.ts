import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listFiles } from "@vscode/vsce";
import { expect, it } from "vitest";
import { stageExtension } from "../../scripts/stage-extension.ts";

it("contains the programs, the grammar and the licenses, without dependencies or paths of this machine", async () => {
  const folder = mkdtempSync(join(tmpdir(), "helve-extension-"));
  try {
    await stageExtension(folder);
    const files = await listFiles({ cwd: folder });
    expect(files.sort()).toEqual([
      ...["LICENSE", "README.md", "THIRD-PARTY-NOTICES.txt", "dist/extension.js", "dist/server.js"],
      ...["dist/web-extension.js", "dist/worker-server.js", "icon.png", "media/try.css", "media/try.js"],
      ...["package.json", "syntaxes/agentspec.tmLanguage.json", "syntaxes/language-configuration.json"],
    ]);
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    expect(manifest).toMatchObject({ name: "helve", publisher: "helve-dev", main: "./dist/extension.js" });
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(["dependencies"]));
    const links = [...readFileSync(join(folder, "README.md"), "utf8").matchAll(/\]\(([^)]+)\)/g)].map(
      ([, link]) => link,
    );
    expect(links).toContain("https://github.com/helve-dev/helve/blob/HEAD/packages/run/cli");
    expect(links.filter((link) => !link?.startsWith("https://"))).toEqual([]);
    expect(files.filter((file) => readFileSync(join(folder, file), "latin1").includes("sourceMappingURL"))).toEqual([]);
    const modulesOf = (file: string): readonly (string | undefined)[] =>
      [...readFileSync(join(folder, file), "utf8").matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name);
    expect(new Set(modulesOf("dist/web-extension.js"))).toEqual(new Set(["vscode"]));
    expect(modulesOf("dist/worker-server.js")).toEqual([]);
    const root = fileURLToPath(new URL("../../../..", import.meta.url));
    expect(files.filter((file) => readFileSync(join(folder, file), "latin1").includes(root))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
