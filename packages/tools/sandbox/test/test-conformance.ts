import type { Sandbox } from "@helve/sandbox";
import { conformanceChecks } from "@helve/sandbox/conformance";
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
    afterAll(async () => sandbox?.close(), 60_000);

    const passing = conformanceChecks.filter((check) => !Object.hasOwn(fails, check.name));

    it.each(passing)("passes $name", (check) => check.run(sandbox), 120_000);

    it.each(Object.entries(fails))(
      "does not pass %s: %s",
      async (failing) => {
        const check = conformanceChecks.find((each) => each.name === failing);
        await expect(check?.run(sandbox)).rejects.toThrow();
      },
      120_000,
    );
  });
}
