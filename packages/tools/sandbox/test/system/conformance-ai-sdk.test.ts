import { fromAiSandbox, toAiSandbox } from "@helve/sandbox/ai-sdk";
import { type ConformanceCheck, conformanceChecks } from "@helve/sandbox/conformance";
import { localSandbox } from "@helve/sandbox/node";
import { describe, it } from "vitest";
import { local } from "../environments.ts";
import { waits } from "../test-conformance.ts";

describe("fromAiSandbox", () => {
  /** Checks that fail because a session reports too little. */
  const unknown = new Set([
    ...["exec_permission_error", "exec_cwd_not_found", "exec_cwd_is_file", "connection", "snapshot_and_restore"],
    ...["remove_directory", "remove_link", "exec_large_command"],
  ]);
  const checks = conformanceChecks.filter(({ name }) => !Object.hasOwn(local.fails, name) && !unknown.has(name));

  const conforms = async ({ run }: ConformanceCheck): Promise<void> => {
    await using sandbox = await localSandbox();
    await using wrapped = await fromAiSandbox(toAiSandbox(sandbox));
    await run(wrapped);
  };

  it.each(checks.filter((check) => !waits(check)))("conforms: $name", conforms);
  it.concurrent.each(checks.filter(waits))("conforms: $name", conforms);
});
