import type { ToolContext } from "@helve/core";
import { Registry, ToolDefinitionError, toolApi, toolWith } from "@helve/tool";
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

  it.each([
    ["Args:\n    b (i32): B", "i32", "", "b (TYPE): B"],
    ["Args:\n    b (list[interger]): B", "list[interger]", "", "b (TYPE): B"],
    ["Parameters\n----------\nb : strng\n    B", "strng", ' (did you mean "string"?)', "b : TYPE"],
    [":param Point b: B", "Point", "", ":param TYPE b: B"],
    ["@type b: Point\n@param b: B", "Point", "", "@type b: TYPE"],
    ["@param {Point} b B", "Point", "", "@param {TYPE} b B"],
  ])("refuses the unknown type in %j, unless types are optional", (parameters, type, hint, line) => {
    const text = `Do.\n\n${parameters}`;
    const message = `the parameter "b" of the tool "do" has the type "${type}", which is unknown${hint}: write "${line}" with a type such as str, int, float, bool or list[str], or pass a schema as "parameters"`;
    const fn = (b: unknown): unknown => b;
    expect(() => toolApi(text, fn, { name: "do" })).toThrow(message);
    const { diagnostics } = toolApi(text, fn, { name: "do", types: "optional" });
    expect(diagnostics.map(({ message }) => message)).toEqual([message]);
    expect(
      toolApi(text, fn, { name: "do", parameters: { type: "object", properties: { b: {} } } }).diagnostics,
    ).toEqual([]);
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
    const renamed = toolApi(
      "Copy.\n\nArgs:\n    from_path (str): F\n    to_path (str): T",
      (source: string, target: string) => [source, target],
      { name: "copy" },
    );
    expect(renamed.diagnostics.map(({ message }) => message)).toEqual([
      'the parameter "from_path" of the tool "copy" is named "source" in its function; arguments are passed by position',
      'the parameter "to_path" of the tool "copy" is named "target" in its function; arguments are passed by position',
    ]);
  });

  const text = "Do.\n\nArgs:\n    path (str): P\n    depth (int, optional): D";
  it.each<[string, (...args: never[]) => unknown]>([
    ["minified names", (t: string, e?: number) => [t, e]],
    ["other spellings of the names", (_path: string, depth = 5) => [_path, depth]],
    ["patterns", ([first]: string, { top }: { top?: number } = {}) => [first, top]],
    ["defaults with brackets and quotes", (path = ")(,", depth = Math.max(1, [2].length)) => [path, depth]],
    ["comments", withSource("(path /* one, two */, // it's (\n  depth /* = 3 */ = 5) => 0")],
    ["a context", (path: string, depth?: number, context?: ToolContext) => [path, depth, context]],
    ["the members of a context", (path: string, depth: number, { signal }: ToolContext) => [path, depth, signal]],
    ["the model of a context", withSource("(path, depth, { model }) => 0")],
    ["a context that is not used", (path: string, depth: number, _: ToolContext) => [path, depth]],
    ["a context in minified code", (t: string, e: number, n: ToolContext) => [t, e, n]],
    ["a function without a source", ((path: string) => path).bind(null)],
    [
      "a method",
      {
        act(path: string, depth: number) {
          return [path, depth];
        },
      }.act,
    ],
    ["rest parameters", (...args: unknown[]) => args],
  ])("says nothing of %s", (_, fn) => {
    expect(codes(text, fn)).toEqual([]);
  });
});

it("refuses a pattern that takes the arguments from an object, also with a default", () => {
  const text = "Do.\n\nArgs:\n    path (str): P\n    depth (int): D";
  const fn = ({ path, depth }: { path?: string; depth?: number } = {}) => [path, depth];
  expect(() => toolApi(text, fn as () => unknown, { name: "do" })).toThrow(
    'argument 1 of the tool "do" is "path", but its function takes it from an object',
  );
});

function withSource(source: string): (path: string, depth?: number) => unknown {
  return Object.assign((path: string, depth?: number) => [path, depth], { toString: () => source });
}

it("reads any source without failing, and is soon done with a long one", () => {
  const codes = ["name", "parameters", "rest", "destructured", "order", "default"];
  const issues = (source: string) => {
    const fn = Object.assign((a: number) => a, { toString: () => source });
    try {
      return toolApi("Do.\n\nArgs:\n    number (int): N", fn, { name: "do" }).diagnostics;
    } catch (error) {
      if (error instanceof ToolDefinitionError) return error.issues;
      throw error;
    }
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
      expect(codes).toEqual(expect.arrayContaining(issues(source).map(({ code }) => code)));
    }),
  );
  for (const long of ["(", "(a,", '("', "async ", "a".repeat(9), "( ", "(/*", "(a='/*',"])
    expect(issues(long.repeat(100_000))).toBeDefined();
});

describe("a function that its docstring contradicts", () => {
  const defined = (docstring: string, fn: (...args: never[]) => unknown) => () =>
    toolApi(docstring, fn, { name: "do" });
  const x = "Do.\n\nArgs:\n    x (int): X";
  const xy = `${x}\n    y (int): Y`;

  it.each<[string, string, (...args: never[]) => unknown, string]>([
    [
      "an undescribed parameter",
      x,
      (x: number, y: number) => x + y,
      'the parameter "y" in the function of the tool "do" is not described, so it would receive the context: describe it, or, if it is the context, name it "context"',
    ],
    ["an undescribed parameter with a default", x, (x: number, y = 2) => x + y, 'the parameter "y"'],
    ["an undescribed rest parameter", x, (x: number, ...others: number[]) => [x, others], 'the parameter "others"'],
    ["an undescribed pattern", x, (x: number, { y }: { y: number }) => x + y, 'the parameter "{ y }"'],
    ["no described parameter", "Do.", (x: number) => x, 'the parameter "x"'],
    [
      "another order",
      xy,
      (y: number, x: number) => x - y,
      'argument 1 of the tool "do" is "x", but its function has "y" there, and arguments are passed by position: describe the parameters in the function\'s order, or pass the option signature',
    ],
    [
      "the context too early",
      xy,
      (x: number, context: ToolContext) => [x, context],
      'argument 2 of the tool "do" is "y", but its function has "context" there, and arguments are passed by position: add a parameter "y" before it, or remove "y" from the description',
    ],
    [
      "a pattern",
      xy,
      ({ x, y }: { x: number; y: number }) => x + y,
      'argument 1 of the tool "do" is "x", but its function takes it from an object, "{ x, y }": arguments are passed by position, so write (x, y) => …, or use tool() with a schema',
    ],
    [
      "a rest parameter",
      x,
      (...x: number[]) => x,
      'argument 1 of the tool "do" is "x", but its function collects it with all that follow, the context included, in "...x": write "x", and pass a list',
    ],
    [
      "another default",
      "Do.\n\nArgs:\n    x (int, optional): X. Defaults to 5.",
      (x = 2) => x,
      'the default of "x" of the tool "do" is 5 in its description, but 2 in its function: write the same in both',
    ],
  ])("by %s is refused, with the remedy", (_, docstring, fn, message) => {
    expect(defined(docstring, fn)).toThrow(ToolDefinitionError);
    expect(defined(docstring, fn)).toThrow(message);
  });

  it("is accepted where the docstring describes the context, whatever its name", () => {
    const given = toolApi(`${x}\n    c (ToolContext): C`, (x: number, c: ToolContext) => [x, c], { name: "do" });
    expect(given.parameters.required).toEqual(["x"]);
  });
});

it('lets parameters without description through by describe: "optional", with diagnostics', () => {
  const docstring = "Add.\n\nArgs:\n    x (int):\n    y (int): Y";
  expect(() => toolApi(docstring, (x: number, y: number) => x + y, { name: "add" })).toThrow('the parameter "x"');
  const add = toolApi(docstring, (x: number, y: number) => x + y, { name: "add", describe: "optional" });
  expect(add.diagnostics).toMatchObject([{ code: "description", path: "/parameters/x" }]);
  expect(() => toolApi("", () => 1, { name: "add", describe: "optional" })).toThrow("needs a description");
});

it("remains a function", async () => {
  const add = toolApi("Add.\n\nArgs:\n    x (int): X\n    y (int): Y", (x: number, y: number) => x + y, {
    name: "add",
  });
  const sum: number = add(1, 2);
  expect(sum).toBe(3);
  expect(new Registry().register(add)).toBeUndefined();
  expect(toolWith(add, { name: "plus" })).toMatchObject({ name: "plus", parameters: add.parameters });
  const counter = {
    count: 1,
    next: toolApi(
      "Next.",
      function (this: { count: number }) {
        return ++this.count;
      },
      { name: "next" },
    ),
  };
  expect(counter.next()).toBe(2);
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
      signature: ["b", "1"].map((name) => ({ name, type: "str", description: name })),
    });
    expect(await pair.execute({ "1": "second", b: "first" }, context)).toEqual(["first", "second"]);
  });

  it("warns of types that are not known, or that nothing gives", () => {
    const odd = toolApi("Odd.", (...args: unknown[]) => args, {
      name: "odd",
      types: "optional",
      signature: [
        { name: "a", type: "Point", description: "a" },
        { name: "b", description: "b" },
      ],
    });
    expect(odd.diagnostics.map(({ message }) => message)).toEqual([
      'the parameter "a" of the tool "odd" has the type "Point", which is unknown: give it in "signature" a type such as str, int, float, bool or list[str], or pass a schema as "parameters"',
      'the parameter "b" of the tool "odd" has no type: write "b (TYPE): b" with its type, or pass a schema as "parameters"',
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
    ["list", "[]", []],
    ["list[str]", "['a', 'b']", ["a", "b"]],
  ])("a plain one is in the schema: %s %s", (type, value, expected) => {
    const made = toolApi(`Do.\n\nArgs:\n    a (${type}, defaults to ${value}): A`, (a?: unknown) => a, { name: "do" });
    expect(made.parameters.properties?.["a"]).toHaveProperty("description", "A");
    const schema = made.parameters.properties?.["a"];
    expect(typeof schema === "object" && schema.default).toEqual(expected);
  });
});

it("reads a docstring by the reader of the options; what a lenient one leaves out is only a diagnostic", async () => {
  const empty = {
    description: "",
    order: [],
    diagnostics: [],
    parameters: { type: "object", properties: {} },
  } as const;
  const read = () => empty;
  expect(() => toolApi("One.", () => 1, { name: "one", reader: { read } })).toThrow(
    'the tool "one" needs a description',
  );
  const one = toolApi("One.", () => 1, { name: "one", reader: { read, isLenient: true } });
  expect(one.diagnostics).toMatchObject([{ code: "description" }]);
  expect(await one.execute({}, context)).toBe(1);
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
  expect({ ...toolApi("Do.", () => 1, { name: "do", ...options }) }).toMatchObject(options);
});

function jsdocTool(...tags: string[]) {
  const text = ["Do.", ...tags].join("\n");
  return toolApi(text, (a: unknown) => a, { name: "do", style: "jsdoc" });
}

describe("JSDoc", () => {
  it("describes the properties of an object, and of the objects in a list", () => {
    const { parameters, diagnostics } = jsdocTool(
      "@param {Object} options - O",
      "@param {string} options.name - N",
      "@param {number} [options.n=3] - C",
      "@param {Object[]} options.rows - R",
      "@param {string} options.rows[].id - I",
    );
    const row = { type: "object", properties: { id: { type: "string", description: "I" } }, required: ["id"] };
    expect(parameters.properties).toEqual({
      options: {
        type: "object",
        description: "O",
        properties: {
          name: { type: "string", description: "N" },
          n: { type: "number", description: "C", default: 3 },
          rows: { type: "array", items: row, description: "R" },
        },
        required: ["name", "rows"],
      },
    });
    expect(diagnostics).toEqual([]);
  });

  it("names the whole path of a property in the line to write", () => {
    expect(() => jsdocTool("@param {Object} options O", "@param options.name N")).toThrow(
      'write "@param {TYPE} options.name N" with its type',
    );
    expect(() => jsdocTool("@param {Object[]} rows R", "@param rows[].id I")).toThrow(
      'write "@param {TYPE} rows.id I" with its type',
    );
    const { properties } = jsdocTool("@param {Object[]} rows R", "@param {string} rows.id I").parameters;
    expect(properties).toMatchObject({ rows: { items: { properties: { id: { type: "string" } } } } });
  });

  it("reports properties of a parameter that is not an object, and refuses properties of unknown types", () => {
    const { parameters, diagnostics } = jsdocTool("@param {string} s - S", "@param {Foo} s.x - X");
    expect(parameters.properties).toEqual({ s: { type: "string", description: "S" } });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'the parameter "s" of the tool "do" has properties, but its type is not an object: they are left out',
    ]);
    expect(() => jsdocTool("@param {object} s - S", "@param {Foo} s.x - X")).toThrow(
      'the parameter "s.x" of the tool "do" has the type "Foo", which is unknown: write "@param {TYPE} s.x X" with a type such as str, int, float, bool or list[str], or pass a schema as "parameters"',
    );
  });

  it("keeps a text without quotes as the default of a string", () => {
    const { parameters } = jsdocTool("@param {string} [who=Jane Roe] - W");
    expect(parameters.properties?.["who"]).toEqual({ type: "string", description: "W", default: "Jane Roe" });
  });
});

describe("guesses", () => {
  it.each([
    ["'str'", { type: "string" }],
    ["Optional['int']", { anyOf: [{ type: "integer" }, { type: "null" }] }],
    ["'a' | 'b'", { type: "string", enum: ["a", "b"] }],
    ["Literal['int']", { type: "string", enum: ["int"] }],
    ["{'str', 'b'}", { type: "string", enum: ["str", "b"] }],
    [
      "{ name: string, age?: number }",
      { type: "object", properties: { name: { type: "string" }, age: { type: "number" } }, required: ["name"] },
    ],
  ])("reads the annotation %s", (type, schema) => {
    const { parameters } = toolApi(`Do.\n\nArgs:\n    a (${type}): A`, (a: unknown) => a, { name: "do" });
    expect(parameters.properties?.["a"]).toEqual({ ...schema, description: "A" });
  });

  it("reports a default that is not a value of the parameter's type", () => {
    const text = "Do.\n\nArgs:\n    a (int): A. Defaults to many.";
    const { parameters, diagnostics } = toolApi(text, (a: unknown) => a, { name: "do" });
    expect(parameters.properties?.["a"]).not.toHaveProperty("default");
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'the parameter "a" of the tool "do" has the default "many", which is not a value of its type: it is left out',
    ]);
  });
});
