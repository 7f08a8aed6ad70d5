import type { Catalogue, Program, ProgramNode } from "@helve/agentspec";
import { visit } from "@helve/agentspec";
import type { JsonSchema } from "@helve/core";

// A host that nearly has what a program speaks of: some of its names, some with a letter more, some not at all.

/** A catalogue for a program. */
export function catalogueFor(program: Program, choose: () => number): Catalogue {
  const near = (name: string): readonly string[] =>
    [[name], [`${name}x`], [name.toUpperCase()], []][choose() % 4] ?? [];
  const names = { tools: new Set<string>(), predicates: new Set<string>(), enforcements: new Set<string>() };
  const properties: [string, JsonSchema][] = [];
  const schema = (): JsonSchema => schemas[choose() % schemas.length] ?? {};
  visit(program, {
    tool_pattern: ({ toolkit, tool }) => {
      for (const kit of near(toolkit)) for (const one of near(tool)) names.tools.add(`${kit}.${one}`);
    },
    invoke_action: ({ tool }) => near(tool).forEach((one) => void names.tools.add(one)),
    predicate: ({ name }) => near(name).forEach((one) => void names.predicates.add(one)),
    domain: ({ name }) => near(name).forEach((one) => void names.enforcements.add(one)),
    reference: ({ root, path: [step] }) => {
      if (root === "args" && typeof step === "string") for (const one of near(step)) properties.push([one, schema()]);
    },
    entry: ({ key }: Extract<ProgramNode, { type: "entry" }>) =>
      near(key).forEach((one) => void properties.push([one, schema()])),
  });
  const parameters = (): JsonSchema => ({
    type: "object",
    properties: Object.fromEntries(properties),
    required: properties.filter(() => choose() % 3 === 0).map(([name]) => name),
    ...(choose() % 2 === 0 && { additionalProperties: false }),
    $defs: { word: { type: "string", enum: ["slow", "fast", ""] } },
  });
  return {
    ...(choose() % 8 !== 0 && {
      tools: [...names.tools].map((name) => ({ name, parameters: parameters(), returns: schema() })),
    }),
    predicates: [...names.predicates].map((name) => ({
      name,
      ...(choose() % 2 === 0 && { argumentFor: (tool) => (tool.length % 2 === 0 ? "x" : undefined) }),
      ...(choose() % 2 === 0 && {
        parameters: [{ name: "x", schema: schema(), required: choose() % 2 === 0, rest: choose() % 2 === 0 }],
      }),
    })),
    enforcements: [...names.enforcements].map((name) => ({ name })),
  };
}

const schemas: readonly JsonSchema[] = [
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
