import { join } from "node:path";
import { cachedPackage } from "@helve/testing/cached-package";
import { afterAll, it } from "vitest";
import { testAdapter } from "../test/adapters/scenario.ts";
import { scenarios } from "../test/adapters/scenarios.ts";
import { removeFolders } from "./adapters/claude-agent.ts";
import { copilotAdapter, stopClients } from "./adapters/copilot-sdk.ts";

const name = `@github/copilot-sdk-${process.platform}-${process.arch}`;
const installed = await cachedPackage({ name, version: "1.0.14" });

afterAll(async () => {
  await stopClients();
  removeFolders();
});

if ("missing" in installed) it.skip(`@helve/copilot-sdk is not tested: ${installed.missing}`);
else {
  const folder = join(installed.folder, "node_modules", name, "prebuilds", `${process.platform}-${process.arch}`);
  testAdapter(copilotAdapter(join(folder, "copilot-runtime")), scenarios);
}
