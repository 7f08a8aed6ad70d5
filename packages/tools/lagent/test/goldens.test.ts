import { lagentDescription } from "@helve/lagent";
import { ToolDefinitionError } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { type Golden, goldens, toolkitOf, toolOf } from "./golden-tools.ts";

/** Cases that are not reproduced, and why. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ["sig-callable-object", "a function always has a name"],
  ["wraps-metadata", "the attributes that Python's functools.wraps sets"],
  ["ret-named-single-item-option", "an option of griffe's own"],
  ["cls-doc-starts-with-args-no-run-doc", "the description becomes a Python list of griffe's objects"],
  ["cls-no-run-no-api", "a toolkit without a tool is an error"],
  ["cls-run-classmethod", "a tool without its arguments, since Python calls a classmethod not callable"],
  ["cls-duplicate-registration", "the registry, see registry.test.ts"],
  ["reg-get_tool-unknown", "the registry, see registry.test.ts"],
  ["reg-get_tool_cls-unknown", "the registry, see registry.test.ts"],
  ["reg-list_tools-with_class", "the registry, see registry.test.ts"],
  ["cls-description-empty-dict", "Lagent's base class, which is no tool here"],
  ["cls-description-api_list-on-non-toolkit", "Lagent's base class with a dictionary"],
  ["cls-baseaction-itself", "Lagent's base class, which is no tool here"],
  ["cls-baseaction-call-no-run", "a call, not a description"],
  ["cls-parser-baseparser-no-params", "a call, not a description"],
]);

describe("lagentDocstrings, functions", () => {
  it.each(goldens.func.filter(({ id }) => !exceptions.has(id)))("$id", (golden) => {
    const [call] = golden.calls ?? [];
    if (call === undefined) throw new Error("a case without a function");
    const make = () => lagentDescription(toolOf(call));
    if (golden.expected.error === undefined) return sameText(make(), golden.expected.ok);
    expect(make).toThrow(ToolDefinitionError);
    expect(make).toThrow(golden.expected.error.message);
  });
});

describe("lagentDocstrings, classes", () => {
  it.each(goldens.class.filter(({ id }) => !exceptions.has(id)))("$id", (golden) => {
    const given = golden.classes?.at(-1);
    if (given === undefined) throw new Error("a case without a class");
    const kit = toolkitOf(given);
    const { description, isToolkit, parameterDescription } = expectedOf(golden);
    sameText(lagentDescription(kit, parameterDescription ? { parser: { parameterDescription } } : {}), description);
    if (isToolkit !== undefined) expect(kit.isToolkit).toBe(isToolkit);
  });
});

it("has no exception that is none", () => {
  const ids = [...goldens.func, ...goldens.class].map(({ id }) => id);
  expect([...exceptions.keys()].filter((id) => !ids.includes(id))).toEqual([]);
});

interface Expected {
  readonly description: unknown;
  readonly isToolkit?: boolean;
  readonly parameterDescription?: string;
}

/** A description alone, in a list with what calls gave, or beside `is_toolkit`. */
function expectedOf(golden: Golden | undefined): Expected {
  const ok = golden?.expected.ok;
  const value = Array.isArray(ok) ? ok.find((one) => typeof one === "object") : ok;
  const { desc = value, is_toolkit: isToolkit } = value;
  const parameterDescription = desc.parameter_description;
  return { description: desc, isToolkit, parameterDescription };
}

/** Equal to the order of the keys. */
function sameText(actual: unknown, expected: unknown): void {
  expect(JSON.stringify(actual)).toBe(JSON.stringify(expected));
}
