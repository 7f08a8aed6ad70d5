import { readFileSync } from "node:fs";
import { type SignatureParameter, type Tool, ToolDefinitionError, toolApi } from "@helve/tool";
import { describe, expect, it } from "vitest";

/** Inspect's result for a Python function. */
interface Golden {
  readonly id: string;
  readonly source: string;
  readonly tool_info: { readonly name: string; readonly description: string; readonly parameters: object };
  readonly tool_def_registered_error?: { readonly message: string };
}

const goldens: readonly Golden[] = JSON.parse(
  readFileSync(new URL("fixtures/inspect-tool-info.json", import.meta.url), "utf8"),
);

/** The signatures of the Python functions, which TypeScript's leave no trace of. */
const signatures: Readonly<Record<string, readonly SignatureParameter[]>> = {
  seed_add: [p("x", "int"), p("y", "int")],
  seed_list_files: [p("dir", "str")],
  seed_web_surfer: [p("input", "str"), { ...p("clear_history", "bool"), default: false }],
  seed_addition_no_docs: [p("x", "int"), p("y", "int")],
  defaults_kinds: [
    { ...p("a", "int"), default: 0 },
    { ...p("b", "float"), default: 1.5 },
    { ...p("c", "str"), default: "" },
    { ...p("d", "bool"), default: false },
    { ...p("e", "Optional[str]"), optional: true },
    { ...p("g", "list[int]"), default: [] },
    { ...p("h", "dict[str, int]"), default: {} },
    { ...p("i", "tuple[int, int]"), default: [1, 2] },
  ],
  datetimes: [p("a", "datetime.datetime"), p("b", "date"), p("c", "time"), p("d", "datetime.timedelta")],
  generic_collections: [
    p("a", "list[str]"),
    p("b", "set[int]"),
    p("c", "tuple[int, str]"),
    p("d", "tuple[int, ...]"),
    p("e", "dict[str, float]"),
    p("g", "dict[int, str]"),
    p("h", "list[list[int]]"),
    p("i", "dict[str, list[dict[str, bool]]]"),
    p("j", "frozenset[str]"),
    p("k", "Sequence[str]"),
  ],
  enum_default: [{ ...p("a", 'Literal["red", "blue"]'), default: "red" }],
  namedtuple_and_plain_class: [p("n", "NT"), p("p", "Plain")],
  doc_rest: [p("a", "int"), p("b", "str")],
  doc_epydoc: [p("a", "int"), p("b", "str")],
  doc_examples: [p("a", "int")],
  doc_short_only_trailing_ws: [p("a", "int")],
  doc_keyword_args_section: [p("a", "int"), { ...p("b", "int"), default: 2 }],
  doc_arguments_heading: [p("a", "int")],
  doc_parameters_heading_google: [p("a", "int")],
  doc_blank_line_between_args: [p("a", "int"), p("b", "int")],
  doc_whitespace_only: [p("a", "int")],
  sig_positional_only: [p("a", "int"), p("b", "int"), { ...p("c", "int"), default: 3 }],
  sig_kwargs_any: [p("kwargs", "Any")],
  sig_method: [p("x", "int")],
  sig_untyped_param: [p("x"), p("y", "int")],
  sig_required_after_default: [{ ...p("a", "int"), default: 1 }, p("b", "str")],
  sig_optional_no_default: [p("a", "Optional[int]")],
};

/** The intended differences, with reasons: a part of the parameters' schemas, or of the description. */
const better: Readonly<
  Record<string, { readonly why: string; readonly description?: string; readonly properties?: object }>
> = {
  defaults_kinds: {
    why: "the length and the members of a tuple count",
    properties: { i: { type: "array", description: "I.", default: [1, 2], ...pair("integer", "integer") } },
  },
  generic_collections: {
    why: "the members of a tuple count, and so do those of a frozenset and of a sequence",
    properties: {
      c: { type: "array", description: "c", ...pair("integer", "string") },
      j: { type: "array", description: "j", items: { type: "string" } },
      k: { type: "array", description: "k", items: { type: "string" } },
    },
  },
  enum_default: {
    why: "the default is the value that JSON can say",
    properties: { a: { type: "string", description: "a", default: "red", enum: ["red", "blue"] } },
  },
  seed_web_surfer: {
    why: "white space at the end of a line is nothing to read",
    description:
      "Use the web to research a topic.\n\nYou may ask the web surfer any question. These questions can\neither prompt new web searches or be clarifying or follow up\nquestions about previous web searches.",
  },
  doc_short_only_trailing_ws: {
    why: "white space around a description is nothing to read",
    properties: { a: { type: "integer", description: "Spaced description" } },
  },
  doc_keyword_args_section: {
    why: "keyword arguments are arguments",
    properties: { b: { type: "integer", default: 2, description: "B." } },
  },
};

/** Goldens that are not compared, with reasons. */
const exceptions: Readonly<Record<string, string>> = {
  enums: "Python's Enum: give its values as a Literal",
  typeddict_required_notrequired: "Python's TypedDict: give a schema to tool()",
  pydantic_recursive: "pydantic: give a schema to tool()",
  doc_star_args: "*args and **kwargs are left out: a call names its arguments",
  sig_callable_class: "JavaScript has no callable objects beside functions",
  sig_partial: "a bound function has no docstring",
};

const lacking = new Set(["seed_addition_no_docs", "doc_whitespace_only"]);

describe("Inspect's tool info", () => {
  const described = goldens.filter(({ id }) => exceptions[id] === undefined && !lacking.has(id));

  it.each(described)("$id", (golden) => {
    const tool = toolOf(golden);
    const { properties, ...rest } = golden.tool_info.parameters as { properties: object };
    expect(tool.name).toBe(golden.tool_info.name);
    expect(tool.description).toBe(better[golden.id]?.description ?? golden.tool_info.description);
    expect(tool.parameters).toEqual({ ...rest, properties: { ...properties, ...better[golden.id]?.properties } });
  });

  it.each(goldens.filter(({ id }) => lacking.has(id)))(
    "$id says all that is missing at once, at definition",
    (golden) => {
      const names = signatures[golden.id]?.map(({ name }) => name) ?? [];
      const make = (): Tool => toolOf(golden);
      expect(make).toThrow(ToolDefinitionError);
      for (const what of [`the tool "${golden.tool_info.name}"`, ...names.map((name) => `the parameter "${name}"`)]) {
        expect(make).toThrow(`${what}`);
      }
    },
  );

  it("has each case in one table", () => {
    const known = [...Object.keys(signatures), ...Object.keys(exceptions)];
    expect(new Set(known)).toEqual(new Set(goldens.map(({ id }) => id)));
  });
});

function toolOf({ id, source, tool_info: { name } }: Golden): Tool {
  const docstring = /"""([\s\S]*?)"""/.exec(source)?.[1] ?? "";
  return toolApi(docstring, () => undefined, { name, signature: signatures[id] ?? [], types: "optional" });
}

function p(name: string, type?: string): SignatureParameter {
  return { name, ...(type !== undefined && { type }) };
}

function pair(first: string, second: string): object {
  return { prefixItems: [{ type: first }, { type: second }], items: false, minItems: 2 };
}
