import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { rulePresetsModule } from "../scripts/rule-presets.ts";

it("has the texts of the rule files: after a change run `node packages/rules/predicates/scripts/rule-presets.ts`", () => {
  expect(readFileSync(new URL("../src/rule-presets.ts", import.meta.url), "utf8")).toBe(rulePresetsModule());
});
