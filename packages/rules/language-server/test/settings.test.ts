import { expect, it } from "vitest";
import { readSettings } from "../src/index.ts";

const defaults = { tools: [], checkTools: true, inlayHints: true, codeLens: true };

it("reads settings, alone or as a section", () => {
  expect(readSettings({ policy: "p.json", inlayHints: false })).toEqual({
    settings: { ...defaults, policy: "p.json", inlayHints: false },
    problems: [],
  });
  expect(readSettings({ helve: { tools: ["a.json"], codeLens: null } })).toEqual({
    settings: { ...defaults, tools: ["a.json"] },
    problems: [],
  });
  for (const none of [undefined, null, {}, { helve: null }]) {
    expect(readSettings(none)).toEqual({ settings: defaults, problems: [] });
  }
});

it("names what is unknown or invalid, and uses the defaults", () => {
  const given = JSON.parse('{ "__proto__": 1, "tools": [1], "policy": "", "checkTool": true, "codeLens": 0 }');
  const { settings, problems } = readSettings(given);
  expect(settings).toEqual(defaults);
  expect(problems).toEqual([
    'unknown setting "helve.__proto__": the settings are policy, tools, checkTools, inlayHints, codeLens',
    'the setting "helve.tools" must be a list of paths (got [1])',
    'the setting "helve.policy" must be a path (got "")',
    'unknown setting "helve.checkTool" (did you mean "checkTools"?)',
    'the setting "helve.codeLens" must be true or false (got 0)',
  ]);
  expect(readSettings(3).problems).toEqual(["helve: expected an object"]);
});
