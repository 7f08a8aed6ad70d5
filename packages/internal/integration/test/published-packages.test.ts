import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const read = (file: string) => JSON.parse(readFileSync(`${root}/${file}`, "utf8"));
const workspace = globSync("{packages/core,packages/*/*,apps/*}/package.json", { cwd: root }).map(dirname).toSorted();
const published = workspace.filter((path) => read(`${path}/package.json`).private !== true);

const homepage = "https://helve-dev.github.io/helve";

const isProgram = (path: string): boolean => read(`${path}/package.json`).bin !== undefined;
/** Its root entry runs in Node only: it needs a compiler. */
const nodePackages = ["packages/tools/extract"];
const libraries = published.filter((path) => !isProgram(path));

describe.each(published.filter(isProgram))("%s", (path) => {
  const manifest = read(`${path}/package.json`);

  it("is published as a program without dependencies, and with provenance", () => {
    expect(manifest).toMatchObject({
      license: "MIT",
      homepage,
      repository: { type: "git", url: "git+https://github.com/helve-dev/helve.git", directory: path },
      type: "module",
      engines: { node: ">=22.18" },
      exports: { "./package.json": "./package.json" },
      publishConfig: { access: "public", provenance: true },
    });
    // It is bundled, so that it is small and starts quickly.
    expect(manifest.files).toContain("dist");
    expect(manifest.dependencies).toBeUndefined();
    for (const file of Object.values<string>(manifest.bin)) {
      const source = file.replace("./dist/", "src/").replace(/js$/, "ts");
      expect(readFileSync(`${root}/${path}/${source}`, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
    }
    expect(readdirSync(`${root}/${path}`)).toEqual(expect.arrayContaining(["LICENSE", "README.md"]));
  });
});

describe.each(libraries)("%s", (path) => {
  const manifest = read(`${path}/package.json`);
  const { version, description, devDependencies, dependencies, scripts, exports, files, ...rest } = manifest;
  const { "size-limit": budgets, peerDependencies, peerDependenciesMeta, ...published } = rest;
  const hasNodeEntry = JSON.stringify(exports).match(/"\.\/src\/(?:internal\/)?node[./]/) !== null;
  const isBundled = existsSync(`${root}/${path}/scripts/bundle.ts`);

  it("is published as ESM with types, sources and provenance", () => {
    expect(published).toEqual({
      name: `@helve/${basename(path)}`,
      license: "MIT",
      homepage,
      repository: { type: "git", url: "git+https://github.com/helve-dev/helve.git", directory: path },
      type: "module",
      sideEffects: false,
      engines: { node: ">=22.18" },
      publishConfig: { access: "public", provenance: true },
    });
    expect(exports).toMatchObject({
      ".": { "@helve/source": "./src/index.ts", types: "./dist/index.d.ts", default: "./dist/index.js" },
      "./package.json": "./package.json",
    });
    expect(files).toEqual(expect.arrayContaining(["dist", "src"]));
    expect(description).toMatch(/^[A-Z].+[^.]$/);
  });

  it("builds, tests and checks like the others", () => {
    const { build, ...others } = read("packages/tools/docstring/package.json").scripts;
    expect(scripts).toMatchObject(others);
    const steps = [build, hasNodeEntry && "tsc -p tsconfig.node.json", isBundled && "node scripts/bundle.ts"];
    expect(scripts.build).toBe(steps.filter(Boolean).join(" && "));
  });

  it("has a README and a licence", () => {
    expect(readdirSync(`${root}/${path}`)).toEqual(expect.arrayContaining(["LICENSE", "README.md"]));
  });

  it("is built without the types of Node, so that its root entry can't lean on it", () => {
    expect(read("tsconfig.build.json").compilerOptions.types).toEqual([]);
    const nodeOptions = nodePackages.includes(path) ? { compilerOptions: { types: ["node"] } } : {};
    const options = isBundled ? { compilerOptions: { emitDeclarationOnly: true, sourceMap: false } } : {};
    const shared = (name: string): string => `${relative(path, "")}/${name}`;
    expect(read(`${path}/tsconfig.build.json`)).toEqual({
      extends: shared("tsconfig.build.json"),
      ...options,
      ...nodeOptions,
    });
    if (hasNodeEntry) expect(read(`${path}/tsconfig.node.json`)).toEqual({ extends: shared("tsconfig.node.json") });
  });
});

describe.each(published)("the README of %s", (path) => {
  it("says where to start, with pages of the site that exist", () => {
    const [start = ""] = /^Start here: .*\n.*\n/m.exec(readFileSync(`${root}/${path}/README.md`, "utf8")) ?? [];
    const pages = Array.from(start.matchAll(/\]\(([^)]*)\)/g), ([, url = ""]) => url);
    expect(pages).toHaveLength(4);
    for (const page of pages) {
      const name = page.replace(`${homepage}/`, "").replace(/\/$/, "");
      expect(existsSync(`${root}/apps/docs/src/content/docs/${name}.md`), page).toBe(true);
    }
  });
});

describe("the layers", () => {
  // A tag that stands nowhere in the root's turbo.json would switch the check of layers off for its package.
  const layers = [...Object.keys(read("turbo.json").boundaries.tags), "tooling"];

  it.each(workspace)("%s is in one of them", (path) => {
    const { tags } = read(`${path}/turbo.json`);
    expect(tags).toHaveLength(1);
    expect(layers).toContain(tags[0]);
  });
});
