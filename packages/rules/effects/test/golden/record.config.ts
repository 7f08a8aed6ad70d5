// Runs the tests of a package and records the programs that they read:
// GOLDEN_PROGRAMS=FILE pnpm -C packages/rules/effects exec vitest run --config test/golden/record.config.ts
import { fileURLToPath } from "node:url";
import { project } from "@helve/testing/project";
import { mergeConfig, type ViteUserConfigFnObject } from "vitest/config";

const tested = new URL(`../../../${process.env["GOLDEN_PACKAGE"] ?? "effects"}/vitest.config.ts`, import.meta.url);
const usual = project(tested.href);
const setup = fileURLToPath(new URL("record-setup.ts", import.meta.url));

const recording: ViteUserConfigFnObject = (environment) =>
  mergeConfig(usual(environment), {
    test: { setupFiles: [setup] },
  });

export default recording;
