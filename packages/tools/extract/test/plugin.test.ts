import { fileURLToPath } from "node:url";
import { openTool } from "@helve/extract/plugin";
import { build as buildWithEsbuild } from "esbuild";
import { build as buildWithVite } from "vite";
import { describe, expect, it } from "vitest";

const cwd = fileURLToPath(new URL("project", import.meta.url));

describe("the plugin", () => {
  it("gives esbuild the document of a file with the query ?opentool", async () => {
    const { outputFiles } = await buildWithEsbuild({
      stdin: {
        contents: 'export { default } from "./tools.ts?opentool";',
        resolveDir: cwd,
        sourcefile: `${cwd}/entry.ts`,
      },
      bundle: true,
      format: "esm",
      write: false,
      plugins: [openTool.esbuild({ cwd })],
    });
    expect(outputFiles[0]?.text).toContain("Tells the weather.");
  });

  it("fails a build of Vite if a function can't be represented", async () => {
    const build = (failOnError: boolean) =>
      buildWithVite({
        root: cwd,
        configFile: false,
        logLevel: "silent",
        plugins: [openTool.vite({ cwd, failOnError })],
        build: { write: false, lib: { entry: "./entry.js", formats: ["es"] } },
      });
    await expect(build(true)).rejects.toThrow('problems.ts:4:24: the parameter "when" is a Date');
    expect(JSON.stringify(await build(false))).toContain("Takes anything.");
  });
});
