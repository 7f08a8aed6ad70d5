import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const folder = fileURLToPath(new URL("../..", import.meta.url));
const read = (name: string, file: string) => JSON.parse(readFileSync(`${folder}/${name}/${file}`, "utf8"));
const packages = readdirSync(folder).filter((name) => read(name, "package.json").private !== true);

describe.each(packages)("@helve/%s", (name) => {
  const { version, description, devDependencies, dependencies, scripts, ...rest } = read(name, "package.json");

  it("is published as ESM with types, sources and provenance", () => {
    expect(rest).toEqual({
      name: `@helve/${name}`,
      license: "MIT",
      repository: { type: "git", url: "git+https://github.com/helve-dev/helve.git", directory: `packages/${name}` },
      type: "module",
      sideEffects: false,
      engines: { node: ">=22.12" },
      files: ["dist", "src"],
      exports: {
        ".": { "@helve/source": "./src/index.ts", types: "./dist/index.d.ts", default: "./dist/index.js" },
        "./package.json": "./package.json",
      },
      publishConfig: { access: "public", provenance: true },
    });
    expect(description).toMatch(/^[A-Z].+[^.]$/);
  });

  it("builds, tests and checks like the others", () => {
    expect(scripts).toEqual(read("core", "package.json").scripts);
  });

  it("says its layer, a README and a licence", () => {
    expect(read(name, "turbo.json").tags).toEqual([expect.stringMatching(/^layer-[0-5]$/)]);
    expect(readdirSync(`${folder}/${name}`)).toEqual(expect.arrayContaining(["LICENSE", "README.md"]));
  });

  it("imports by its root entry nothing that only Node has", async () => {
    const build = JSON.parse(
      readFileSync(fileURLToPath(new URL("../../../tsconfig.build.json", import.meta.url)), "utf8"),
    );
    expect(build.compilerOptions.types).toEqual([]);
    expect(readFileSync(`${folder}/${name}/tsconfig.build.json`, "utf8")).toBe(
      '{ "extends": "../../tsconfig.build.json" }\n',
    );
  });
});
