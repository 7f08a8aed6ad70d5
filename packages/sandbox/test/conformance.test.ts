import type { Sandbox } from "@helve/sandbox";
import { conformanceChecks } from "@helve/sandbox/conformance";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { environments } from "./environments.ts";

describe.each(environments)("$name", ({ name, create, missing, fails }) => {
  let sandbox: Sandbox;

  it.runIf(missing !== undefined)(`is not tested: ${missing}`, ({ skip }) => skip(missing));

  describe.runIf(missing === undefined)("conforms", () => {
    beforeAll(async () => {
      sandbox = await create();
    }, 60_000);
    afterAll(async () => sandbox?.close(), 60_000);

    const passing = conformanceChecks.filter((check) => !Object.hasOwn(fails, check.name));

    it.each(passing)("$name", (check) => check.run(sandbox), 120_000);

    it.each(Object.entries(fails))(
      `${name} does not pass %s: %s`,
      async (failing) => {
        const check = conformanceChecks.find((each) => each.name === failing);
        await expect(check?.run(sandbox)).rejects.toThrow();
      },
      120_000,
    );
  });
});

it("the suite has the 44 checks of Inspect, two of its earlier ones, and further ones", () => {
  expect(conformanceChecks.filter(({ source }) => source === "inspect")).toHaveLength(46);
  expect(new Set(conformanceChecks.map(({ name }) => name)).size).toBe(conformanceChecks.length);
});
