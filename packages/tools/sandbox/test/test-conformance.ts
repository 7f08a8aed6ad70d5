import type { Sandbox } from "@helve/sandbox";
import { type ConformanceCheck, conformanceChecks } from "@helve/sandbox/conformance";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Environment } from "./environments.ts";

/** Tests that an environment passes every check of the suite but those that it is known to fail. */
export function testConformance({ name, create, missing, fails }: Environment): void {
  it.runIf(missing !== undefined)(`${name} is not tested: ${missing}`, ({ skip }) => skip(missing));

  describe.runIf(missing === undefined)(name, () => {
    let sandbox: Sandbox;
    beforeAll(async () => {
      sandbox = await create();
    });
    afterAll(async () => sandbox?.close());

    const passing = conformanceChecks.filter((check) => !Object.hasOwn(fails, check.name));
    const failing = conformanceChecks.filter((check) => Object.hasOwn(fails, check.name));
    const inOwnSandbox = async ({ run }: ConformanceCheck): Promise<void> => {
      await using own = await create();
      await run(own);
    };

    it.each(passing.filter((check) => !waits(check)))("passes $name", ({ run }) => run(sandbox));
    it.concurrent.each(passing.filter(waits))("passes $name", inOwnSandbox);

    it.concurrent.each(failing.map((check) => ({ check, name: check.name, why: fails[check.name] })))(
      "does not pass $name: $why",
      ({ check }) => expect(inOwnSandbox(check)).rejects.toThrow(),
      120_000,
    );
  });
}

/** Whether a check mostly waits for a command, so that several can run at once. */
export function waits({ name }: ConformanceCheck): boolean {
  return /^exec_(?:timeout|background)/.test(name);
}
