import { fileURLToPath } from "node:url";
import { project } from "@helve/testing/project";
import { mergeConfig, type ViteUserConfigFnObject } from "vitest/config";

const shared = project(import.meta.url);
const stub = fileURLToPath(new URL("test/stubs/vscode.ts", import.meta.url));

/** The module `vscode` exists only in VS Code. */
const config: ViteUserConfigFnObject = (env) => mergeConfig(shared(env), { resolve: { alias: { vscode: stub } } });

export default config;
