/**
 * A random catalogue that nearly fits an AgentSpec program: it has some of the names that the program uses, some with a
 * letter more, and lacks some.
 *
 * @param program a syntax tree of `@helve/agentspec`
 * @param choose gives the random numbers
 */
export function catalogueFor(program: unknown, choose: () => number): RandomCatalogue {
  const near = (name: unknown): readonly string[] =>
    [[String(name)], [`${name}x`], [String(name).toUpperCase()], []][choose() % 4] ?? [];
  const names = { tools: new Set<string>(), predicates: new Set<string>(), enforcements: new Set<string>() };
  const properties: [string, Schema][] = [];
  const schema = (): Schema => schemas[choose() % schemas.length] ?? {};
  const collect = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, toolkit, tool, name, root, path, key } = node as Readonly<Record<string, unknown>>;
    switch (type) {
      case "tool_pattern":
        for (const kit of near(toolkit)) for (const one of near(tool)) names.tools.add(`${kit}.${one}`);
        break;
      case "invoke_action":
        for (const one of near(tool)) names.tools.add(one);
        break;
      case "predicate":
        for (const one of near(name)) names.predicates.add(one);
        break;
      case "domain":
        for (const one of near(name)) names.enforcements.add(one);
        break;
      case "reference": {
        const [step] = path as readonly unknown[];
        if (root === "args" && typeof step === "string") for (const one of near(step)) properties.push([one, schema()]);
        break;
      }
      case "entry":
        for (const one of near(key)) properties.push([one, schema()]);
        break;
    }
    for (const child of Object.values(node)) collect(child);
  };
  collect(program);
  const parameters = (): Schema => ({
    type: "object",
    properties: Object.fromEntries(properties),
    required: properties.filter(() => choose() % 3 === 0).map(([name]) => name),
    additionalProperties: choose() % 2 === 0 ? false : undefined,
    $defs: { word: { type: "string", enum: ["slow", "fast", ""] } },
  });
  return {
    tools:
      choose() % 8 !== 0
        ? [...names.tools].map((name) => ({ name, parameters: parameters(), returns: schema() }))
        : undefined,
    predicates: [...names.predicates].map((name) => ({
      name,
      argumentFor: choose() % 2 === 0 ? (tool: string) => (tool.length % 2 === 0 ? "x" : undefined) : undefined,
      parameters:
        choose() % 2 === 0
          ? [{ name: "x", schema: schema(), required: choose() % 2 === 0, rest: choose() % 2 === 0 }]
          : undefined,
    })),
    enforcements: [...names.enforcements].map((name) => ({ name })),
  };
}

/** A JSON Schema of a random catalogue. */
type Schema = Readonly<Record<string, unknown>>;

/** A `Catalogue` of `@helve/agentspec`. */
interface RandomCatalogue {
  readonly tools?: readonly { readonly name: string; readonly parameters: Schema; readonly returns: Schema }[];
  readonly predicates: readonly {
    readonly name: string;
    readonly argumentFor?: (tool: string) => string | undefined;
    readonly parameters?: readonly {
      readonly name: string;
      readonly schema: Schema;
      readonly required: boolean;
      readonly rest: boolean;
    }[];
  }[];
  readonly enforcements: readonly { readonly name: string }[];
}

const schemas: readonly Schema[] = [
  { type: "string" },
  { type: "number", minimum: 0 },
  { type: "integer", exclusiveMaximum: 10 },
  { type: "boolean" },
  { type: ["string", "null"] },
  { $ref: "#/$defs/word" },
  { $ref: "#" },
  { type: "array", items: { type: "string" } },
  { enum: ["a", 1, null] },
  { anyOf: [{ type: "string" }, { type: "array", items: { $ref: "#/$defs/word" } }] },
  { type: "object", properties: { k: { type: "number" } }, required: ["k"], additionalProperties: false },
  {},
];
