import { expect, it } from "vitest";
import { installedProgram } from "../../src/installed-program.ts";

it.each([
  "/root/.npm/_npx/ed4dac64d53a859d/node_modules/helve/dist/main.js",
  "/root/.cache/pnpm/dlx/abc/1/node_modules/helve/dist/main.js",
  "/tmp/bunx-0-helve@latest/node_modules/helve/dist/main.js",
  "C:\\Users\\ada\\AppData\\Local\\npm-cache\\_npx\\ed4d\\node_modules\\helve\\dist\\main.js",
])("refuses to write the path of a cache into settings: %s", (main) => {
  const install = () => installedProgram({ program: ["/usr/bin/node", main] }, "hook install claude-code");
  expect(install).toThrow("npm install --global helve\n  helve hook install claude-code");
});

it.each(["/usr/local/lib/node_modules/helve/dist/main.js", "/home/ada/npx/node_modules/helve/dist/main.js"])(
  "writes the path of an installed program: %s",
  (main) => {
    expect(installedProgram({ program: ["node", main] }, "mcp install")).toEqual(["node", main]);
  },
);
