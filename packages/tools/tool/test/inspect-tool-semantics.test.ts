import { readFileSync } from "node:fs";
import { schemaValidator } from "@helve/opentool";
import { type Tool, ToolDefinitionError, tool, toolApi, toolDefinition, toolFromFunction, toolWith } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";

interface Golden {
  readonly id: string;
  readonly result?: object;
  readonly error?: { readonly message: string };
}

const { cases }: { readonly cases: readonly Golden[] } = JSON.parse(
  readFileSync(new URL("fixtures/inspect-tool-semantics.json", import.meta.url), "utf8"),
);

const viewer = () => ({ format: "text", content: "a call" }) as const;
const modelInput = () => [];
const plain = (x: number): number => x;
const x = { x: { type: "integer" } } as const;

function addition(): Tool {
  return toolApi(
    "Add two numbers.\n\nArgs:\n    x (int): First.\n    y (int): Second.",
    (a: number, b: number) => a + b,
    {
      name: "addition",
    },
  );
}

function described(description: string): { readonly x: { readonly type: "integer"; readonly description: string } } {
  return { x: { type: "integer", description } };
}

/** The TypeScript counterparts of Inspect's Python tests. */
const same: Readonly<Record<string, () => Tool>> = {
  tool_decorator_name: () => toolApi("D.\n\nArgs:\n    x (int): X.", plain, { name: "renamed" }),
  tool_parallel_true: () => toolApi("D.", () => 1, { name: "par", parallel: true }),
  tooldef_override_all: () =>
    toolWith(addition(), { name: "n", description: "d", parameters: { x: "xx", y: "yy" }, parallel: true }),
  tooldef_does_not_mutate_tool: () => {
    const given = addition();
    toolWith(given, { name: "n", parameters: { x: "CHANGED" } });
    return given;
  },
  as_tool_roundtrip: () => {
    const made = toolFromFunction(plain, { name: "p", description: "d", parameters: described("X") });
    return tool({ ...toolDefinition(made), execute: () => 1 });
  },
  tool_with_all: () =>
    toolWith(addition(), {
      name: "my_add",
      description: "desc",
      parameters: { x: "the x argument", y: "the y argument" },
    }),
  tool_with_only_description: () => toolWith(addition(), { description: "a tool to add numbers" }),
  tool_wrapping_tool_parallel_override: () => toolWith(toolWith(addition(), { parallel: true }), { parallel: false }),
};

/** Tools that Inspect refuses, and our own error messages. */
const refused: Readonly<Record<string, readonly [make: () => Tool, message: string]>> = {
  no_param_description_error: [
    () => toolFromFunction(plain, { name: "noparam", description: "D.", parameters: x }),
    'the parameter "x" of the tool "noparam" needs a description: the model chooses by it',
  ],
  factory_docstring_is_not_used: [
    () => toolFromFunction(() => 1, { name: "fdoc", description: "", parameters: {} }),
    'the tool "fdoc" needs a description: the model chooses by it',
  ],
  tooldef_bad_param: [
    () => toolWith(addition(), { parameters: { q: "xx" } }),
    'the tool "addition" has no parameter "q": it has "x", "y"',
  ],
  tooldef_bare_then_as_tool_then_tooldef_no_desc: [
    () => toolFromFunction(plain, { description: "", parameters: x }),
    'the tool "plain" needs a description: the model chooses by it\nthe parameter "x" of the tool "plain" needs a description: the model chooses by it',
  ],
};

/** Where Inspect's behaviour is a defect, or Python's own. */
const otherwise: Readonly<Record<string, string>> = {
  as_tool_is_same_function_object: "a tool is an object of its own, the function stays as it is",
  as_tool_mutates_original_in_place: "nothing is changed in place",
  as_tool_drops_model_input_keeps_viewer: "modelInput is kept",
  tool_with_in_place: "toolWith gives a copy",
  tool_with_twice_name_lost: "changes add up",
  tool_with_twice_params_accumulate: "changes add up",
  tool_with_twice_full_then_param: "changes add up",
  tool_with_unregistered: "the compiler refuses what is no tool",
  tool_with_parallel_and_viewer_elif_quirk: "all the options are kept",
  tool_wrapping_tool_inherits: "a tool carries no options of others",
  module_level_fn_instances_shared: "a copy shares nothing",
  registry_params_recorded: "a registry keeps classes, not what they were made with",
};

describe("Inspect's tool_semantics", () => {
  it.each(cases.filter(({ id }) => same[id] !== undefined))("$id", ({ id, result }) => {
    expect({ ...fieldsOf(same[id]?.()), options: null }).toEqual(result);
  });

  it.each(cases.filter(({ id }) => refused[id] !== undefined))("refuses $id", ({ id, error }) => {
    const [make, message] = refused[id] ?? [];
    expect(error).toBeDefined();
    expect(make).toThrow(ToolDefinitionError);
    expect(make).toThrow(message);
  });

  it("has each case in one table", () => {
    const known = [same, refused, otherwise].flatMap((table) => Object.keys(table));
    expect(known.sort()).toEqual(cases.map(({ id }) => id).sort());
  });
});

describe("where Inspect's behaviour is a defect", () => {
  it("applies parallel, viewer, modelInput and timeout together", () => {
    const options = { parallel: true, viewer, modelInput, timeout: 5 };
    expect(toolWith(addition(), options)).toMatchObject(options);
    expect(toolFromFunction(plain, { description: "d", parameters: described("X"), ...options })).toMatchObject(
      options,
    );
  });

  it("adds changes up, from copy to copy", () => {
    const once = toolWith(addition(), { name: "n1", description: "d1", parameters: { x: "x1" }, viewer });
    const twice = toolWith(once, { parameters: { y: "y1" } });
    expect(fieldsOf(twice)).toMatchObject({
      name: "n1",
      description: "d1",
      params: { x: "x1", y: "y1" },
      viewer: true,
    });
  });

  it("changes nothing in place", () => {
    const given = addition();
    const before = structuredClone({ ...given, execute: undefined });
    const changed = toolWith(given, { name: "n1", parameters: { x: "xx" }, parallel: true });
    expect(changed).not.toBe(given);
    expect({ ...given, execute: undefined }).toEqual(before);
  });

  it("keeps what a schema says beyond types, and enforces it", () => {
    const parameters = z.object({
      above: z.number().gt(5).describe("a"),
      fixed: z.literal("yes").describe("f"),
      pair: z.tuple([z.int(), z.string()]).describe("p"),
      some: z.array(z.int()).min(1).describe("s"),
      when: z.iso.datetime().describe("w"),
      either: z.union([z.int(), z.literal("none")]).describe("e"),
    });
    const strict = tool({ name: "strict", description: "S.", parameters, execute: () => 1 });
    const check = schemaValidator(strict.parameters);
    const fits = { above: 6, fixed: "yes", pair: [1, "a"], some: [1], when: "2026-01-01T00:00:00Z", either: "none" };
    expect(check(fits)).toEqual([]);
    for (const wrong of [
      { above: 5 },
      { fixed: "no" },
      { pair: [1, 2] },
      { some: [] },
      { when: "soon" },
      { either: "x" },
    ]) {
      expect(check({ ...fits, ...wrong }).map(({ path }) => path?.split("/")[1])).toContain(Object.keys(wrong)[0]);
    }
  });

  it("has no parameter whose type is unknown when a call comes", () => {
    const untyped = () => toolApi("D.\n\nArgs:\n    x: X.", plain, { name: "untyped" });
    expect(untyped).toThrow('the parameter "x" of the tool "untyped" has no type');
  });
});

function fieldsOf(given: Tool | undefined): object {
  const { name, description, parameters, parallel = false, viewer, modelInput } = given ?? addition();
  const properties = Object.entries(parameters.properties ?? {});
  return {
    name,
    description,
    params: Object.fromEntries(properties.map(([key, one]) => [key, typeof one === "object" && one.description])),
    required: parameters.required,
    parallel,
    viewer: viewer !== undefined,
    model_input: modelInput !== undefined,
  };
}
