import { checkConformance, conformanceChecks } from "@helve/sandbox/conformance";
import { memorySandbox } from "@helve/sandbox/memory";
import { expect, it } from "vitest";

it("the suite has the 44 checks of Inspect, two of its earlier ones, and further ones", () => {
  expect(conformanceChecks.filter(({ source }) => source === "inspect")).toHaveLength(46);
  expect(new Set(conformanceChecks.map(({ name }) => name)).size).toBe(conformanceChecks.length);
});

it("checkConformance reports each check, and goes on after one that fails", async () => {
  await using sandbox = await memorySandbox();
  const slow = conformanceChecks.map(({ name }) => name).filter((name) => !/^(read|write|stat|list)/.test(name));
  const results = await checkConformance(sandbox, { skip: slow });
  expect(Object.keys(results)).toEqual(conformanceChecks.map(({ name }) => name));
  expect(results["stat"]).toBe(true);
  expect(results["exec_abort"]).toBe("skipped");
  expect(results["read_file_not_allowed"]).toBe("FAILED: expected an error of the kind permission, got none");
});
