import type { ToolContext } from "@helve/core";
import { lagentDescription, ToolDefinitionError, toolApi } from "@helve/tool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const context: ToolContext = { signal: new AbortController().signal, actionId: "1", progress: () => undefined };

it("makes no schema of several returns: nothing says how they come back as one", () => {
  const text = "Split.\n\nReturns:\n    head (str): the first\n    rest (list[str]): the others";
  const split = toolApi(text, () => ["a", []], { name: "split" });
  expect(split.returns).toBeUndefined();
  expect(split.function.return).toBeUndefined();
});

describe("returnsNamedValue", () => {
  it.each([
    ["bold_text (str): bold text", [{ name: "bold_text", description: "bold text", schema: { type: "string" } }]],
    ["bold_text: bold text", [{ name: "bold_text", description: "bold text" }]],
    ["str: bold text", [{ description: "bold text", schema: { type: "string" } }]],
  ])("reads %s", (returns, returnData) => {
    const bold = toolApi(`Bold.\n\nReturns:\n    ${returns}`, () => "", { name: "bold", returnsNamedValue: true });
    expect(bold.returnData).toEqual(returnData);
  });

  it("warns when nothing is said of what comes back", () => {
    const bold = toolApi("Bold.", () => "", { name: "bold", returnsNamedValue: true });
    expect(bold.returnData).toBeUndefined();
    expect(bold.diagnostics).toMatchObject([
      { code: "returns", message: 'the tool "bold" has returnsNamedValue, but its docstring has no Returns' },
    ]);
  });
});

describe("explodeReturn", () => {
  it("warns, where Lagent fails, when no members are listed", () => {
    const none = toolApi("Do.\n\nReturns:\n    dict: all", () => ({}), { name: "none", explodeReturn: true });
    expect(none.returnData).toBeUndefined();
    expect(none.diagnostics).toMatchObject([{ code: "returns" }]);
    expect(() => toolApi("Do.", () => ({}), { name: "none", explodeReturn: true, compat: "lagent" })).toThrow(
      "list index out of range",
    );
  });
});

describe("diagnostics", () => {
  const codes = (docstring: string, fn: (...args: never[]) => unknown) =>
    toolApi(docstring, fn, { name: "do" }).diagnostics.map(({ code, path = "" }) => `${code} ${path}`.trim());

  it("is empty for a docstring that says it all", () => {
    expect(
      codes("Do.\n\nArgs:\n    a (int): A\n\nReturns:\n    str: S\n\nRaises:\n    ValueError: never", (a: number) => a),
    ).toEqual([]);
  });

  it("names types that are missing or not known", () => {
    const odd = toolApi("Do.\n\nArgs:\n    a: A\n    b (Point): B", (a: string, b: unknown) => [a, b], { name: "do" });
    expect(odd.diagnostics.map(({ message }) => message)).toEqual([
      'the parameter "a" of the tool "do" has no type: a string is assumed',
      'the parameter "b" of the tool "do" has the type "Point", which is unknown: any value is accepted',
    ]);
  });

  it("names what is dropped", () => {
    const text = "Do.\n\nArgs:\n    a (int): once\n    a (int): twice\n    *rest: more\n    **options: more";
    expect(codes(text, (a: number) => a)).toEqual([
      "dropped /parameters/a",
      "dropped /parameters/rest",
      "dropped /parameters/options",
    ]);
  });

  it("names sections and text that no model reads, with their place", () => {
    const text = "Do.\n\nArgs:\n    a (int): A\n\nAuthors:\n    Ada\n\nStray text.\n\nTodo:\n    Mend it.";
    const { diagnostics } = toolApi(text, (a: number) => a, { name: "do" });
    expect(diagnostics.map(({ code, range }) => [code, text.slice(range?.start.offset, range?.end.offset)])).toEqual([
      ["skipped_section", expect.stringContaining("Ada")],
      ["unreachable_text", expect.stringContaining("Stray text.")],
      ["skipped_section", expect.stringContaining("Mend it.")],
    ]);
    expect(diagnostics[1]?.range?.start.line).toBe(9);
  });

  it("names parameters that the source calls otherwise", () => {
    const swapped = toolApi(
      "Copy.\n\nArgs:\n    from_path (str): F\n    to_path (str): T",
      (toPath: string, fromPath: string) => [toPath, fromPath],
      {
        name: "copy",
      },
    );
    expect(swapped.diagnostics.map(({ message }) => message)).toEqual([
      'the parameter "from_path" of the tool "copy" is named "toPath" in its function; arguments are passed by position',
      'the parameter "to_path" of the tool "copy" is named "fromPath" in its function; arguments are passed by position',
    ]);
  });

  const text = "Do.\n\nArgs:\n    path (str): P\n    depth (int, optional): D";
  it.each<[string, (...args: never[]) => unknown]>([
    ["minified names", (t: string, e?: number) => [t, e]],
    ["other spellings of the names", (_path: string, depth = 5) => [_path, depth]],
    ["patterns", ([path]: string, { depth }: { depth?: number } = {}) => [path, depth]],
    ["defaults with brackets and quotes", (path = ")(,", depth = Math.max(1, [2].length)) => [path, depth]],
    ["comments", withSource("(path /* one, two */, // it's (\n  depth /* = 3 */ = 5) => 0")],
    ["a context", (path: string, depth?: number, last?: ToolContext) => [path, depth, last]],
    ["a function without a source", ((path: string) => path).bind(null)],
    [
      "a method",
      {
        act(path: string, depth: number) {
          return [path, depth];
        },
      }.act,
    ],
    ["rest parameters", (...path: string[]) => path],
  ])("says nothing of %s", (_, fn) => {
    expect(codes(text, fn)).toEqual([]);
  });
});

function withSource(source: string): (path: string, depth?: number) => unknown {
  return Object.assign((path: string, depth?: number) => [path, depth], { toString: () => source });
}

it("makes no error of any source, and is soon done with a long one", () => {
  const issues = (source: string) => {
    const fn = Object.assign((a: number) => a, { toString: () => source });
    return toolApi("Do.\n\nArgs:\n    number (int): N", fn, { name: "do" }).diagnostics;
  };
  const part = fc.constantFrom(
    "/*",
    "*/",
    "//",
    "\n",
    "(",
    ")",
    ",",
    "=",
    "=>",
    "{",
    "}",
    '"',
    "`",
    "\\",
    "async ",
    "number",
    "count",
    " ",
  );
  const sources = fc.oneof(
    fc.string(),
    fc.array(part).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(sources, (source) => {
      expect(issues(source).every(({ code }) => code === "name" || code === "context")).toBe(true);
    }),
  );
  for (const long of ["(", "(a,", '("', "async ", "a".repeat(9), "( ", "(/*", "(a='/*',"])
    expect(issues(long.repeat(100_000))).toBeDefined();
});

it("warns of a parameter with a default where the context goes", () => {
  const find = toolApi("Find.\n\nArgs:\n    path (str): P", (path: string, depth = 5) => [path, depth], {
    name: "find",
  });
  expect(find.diagnostics).toEqual([
    {
      code: "context",
      message:
        'the parameter "depth" in the function of the tool "find" is not described: it receives the context, never its default',
      path: "/parameters",
    },
  ]);
});

it("gives the model notes and warnings as well", () => {
  const text =
    "Pay.\n\nNote:\n    Only once.\n    Never twice.\n\nArgs:\n    a (int): A\n\nWarning:\n    It is real money.";
  const pay = toolApi(text, (a: number) => a, { name: "pay" });
  expect(pay.description).toBe("Pay.\n\nNote:\n    Only once.\n    Never twice.\n\nWarning:\n    It is real money.");
  expect(pay.diagnostics).toEqual([]);
});

it("gives the model the examples as well", () => {
  const text = "Count.\n\nArgs:\n    a (int): A\n\nExamples:\n    count(5)\n\nExample:\n    Or count(6).";
  const count = toolApi(text, (a: number) => a, { name: "count" });
  expect(count.description).toBe("Count.\n\nExamples\n\ncount(5)\n\nOr count(6).");
  expect(count.diagnostics).toEqual([]);
});

describe("signature", () => {
  const docstring = "Resize.\n\nArgs:\n    width: how wide\n    heigth (str): how high";

  it("says what TypeScript leaves no trace of, and passes arguments in its order", async () => {
    const resize = toolApi(docstring, (...args: unknown[]) => args.slice(0, 3), {
      name: "resize",
      signature: [
        { name: "mode", type: '"fit" | "fill"', description: "how", default: "fit" },
        { name: "width", type: "int" },
        { name: "height", type: "int", description: "how high", optional: true },
      ],
    });
    expect(resize.parameters).toEqual({
      type: "object",
      properties: {
        mode: { type: "string", enum: ["fit", "fill"], description: "how", default: "fit" },
        width: { type: "integer", description: "how wide" },
        height: { type: "integer", description: "how high" },
      },
      required: ["width"],
      additionalProperties: false,
    });
    expect(await resize.execute({ width: 3, mode: "fill" }, context)).toEqual(["fill", 3, undefined]);
    expect(resize.diagnostics.map(({ message }) => message)).toEqual([
      'the parameter "heigth" is described, but the tool "resize" has no such parameter (did you mean "height"?)',
    ]);
  });

  it("keeps its order whatever the names", async () => {
    const pair = toolApi("Pair.", (...args: unknown[]) => args.slice(0, 2), {
      name: "pair",
      signature: ["b", "1"].map((name) => ({ name, description: name })),
    });
    expect(await pair.execute({ "1": "second", b: "first" }, context)).toEqual(["first", "second"]);
  });

  it("warns of types that are not known, or that nothing gives", () => {
    const odd = toolApi("Odd.", (...args: unknown[]) => args, {
      name: "odd",
      signature: [
        { name: "a", type: "Point", description: "a" },
        { name: "b", description: "b" },
      ],
    });
    expect(odd.diagnostics.map(({ message }) => message)).toEqual([
      'the parameter "a" of the tool "odd" has the type "Point", which is unknown: any value is accepted',
      'the parameter "b" of the tool "odd" has no type: a string is assumed',
    ]);
  });

  it("has a parameter once", () => {
    const define = () => toolApi("Do.", () => 1, { name: "do", signature: [a, a] });
    const a = { name: "a", description: "a" };
    expect(define).toThrow('the signature of the tool "do" has the parameter "a" twice');
  });

  it("is soon compared with a long docstring", () => {
    const names = (start: string) => Array.from({ length: 5_000 }, (_, n) => `${start}${n}`);
    const text = `Do.\n\nArgs:\n${names("a")
      .map((name) => `    ${name} (int): A`)
      .join("\n")}`;
    const signature = names("b").map((name) => ({ name, type: "int", description: "B" }));
    expect(toolApi(text, () => 1, { name: "do", signature }).diagnostics).toHaveLength(5_000);
  });

  it("warns where it and the docstring differ", () => {
    const wait = toolApi("Wait.\n\nArgs:\n    s (str): seconds", (s: number) => s, {
      name: "wait",
      signature: [{ name: "s", type: "float" }],
    });
    expect(wait.parameters.properties?.["s"]).toMatchObject({ type: "number" });
    expect(wait.diagnostics).toMatchObject([
      { code: "type", message: 'the parameter "s" of the tool "wait" is "float" in the signature, but "str" here' },
    ]);
  });
});

describe("defaults", () => {
  it.each([
    ["int", "5", 5],
    ["float", "0.5", 0.5],
    ["bool", "True", true],
    ["str", '"celsius"', "celsius"],
    ["str", "None", undefined],
    ["int", '"five"', undefined],
    ["list", "[]", undefined],
  ])("a plain one is in the schema: %s %s", (type, value, expected) => {
    const made = toolApi(`Do.\n\nArgs:\n    a (${type}, defaults to ${value}): A`, (a?: unknown) => a, { name: "do" });
    expect(made.parameters.properties?.["a"]).toHaveProperty("description", "A");
    const schema = made.parameters.properties?.["a"];
    expect(typeof schema === "object" && schema.default).toBe(expected);
  });
});

describe("compat: lagent", () => {
  it("takes what the docstring names for the signature, when there is none", async () => {
    const add = toolApi("Add.\n\nArgs:\n    x (int): X\n    y (Point): Y", (x: number, y = 2) => x + y, {
      name: "add",
      compat: "lagent",
    });
    expect(lagentDescription(add)).toEqual({
      name: "add",
      description: "Add.",
      parameters: [
        { name: "x", type: "NUMBER", description: "X" },
        { name: "y", type: "NUMBER", description: "Y" },
      ],
      required: ["x"],
    });
    expect(await add.execute({ x: 1 }, context)).toBe(3);
  });

  it("warns of descriptions that are missing, and fails where Lagent fails", () => {
    expect(toolApi("", () => 1, { name: "silent", compat: "lagent" }).diagnostics).toMatchObject([
      { code: "description" },
    ]);
    const untyped = () => toolApi("Do.\n\nArgs:\n    a: A", (a: string) => a, { name: "do", compat: "lagent" });
    expect(untyped).toThrow(ToolDefinitionError);
    expect(untyped).toThrow(
      'the parameter "a" of the tool "do" has no type in its docstring, which Lagent can\'t read',
    );
  });
});

it("reads other styles of docstrings", () => {
  const add = toolApi(
    "Add.\n\n@param {number} x - the first\n@param {number} [y] - the second",
    (x: number, y = 1) => x + y,
    {
      name: "add",
      style: "jsdoc",
    },
  );
  expect(add.parameters).toMatchObject({
    properties: { x: { type: "number", description: "the first" }, y: { type: "number", description: "the second" } },
    required: ["x"],
  });
});

it("carries options", () => {
  const viewer = () => ({ format: "text", content: "" }) as const;
  const modelInput = () => [];
  const options = {
    timeout: 5,
    parallel: false,
    idempotent: true,
    concurrency: 2,
    resource: "disk",
    viewer,
    modelInput,
  };
  expect(toolApi("Do.", () => 1, { name: "do", ...options })).toMatchObject(options);
});
