import type { JsonSchema } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import {
  annotationSchemas,
  commentPlaces,
  type FieldType,
  type LiteralKind,
  type NodeField,
  type NodeSchema,
  nodeSchemas,
} from "../syntax/node-schema.ts";
import { stringPatterns } from "../syntax/string-patterns.ts";

/**
 * The JSON Schema (2020-12) of AgentSpec programs, also published as `schema/program.json`. Ranges, comments and alternative
 * forms are optional, so that a program or a model with structured output can create one.
 */
export function programSchema(): JsonSchema {
  return { $schema: draft, title: "AgentSpec program", $ref: "#/$defs/program", $defs: definitions() };
}

/** The JSON Schema (2020-12) of one rule, the input of `parseRuleJson`. */
export function ruleSchema(): JsonSchema {
  const { program: _, header: __, comment: ___, alternative_form: ____, ...$defs } = definitions();
  return { $schema: draft, title: "AgentSpec rule", $ref: "#/$defs/rule", $defs };
}

const draft = "https://json-schema.org/draft/2020-12/schema";

/** The `$defs` of the JSON Schema: one schema for each node type, and for ranges, comments and literals. */
function definitions(): Readonly<Record<string, JsonSchema>> {
  const shapes: readonly (readonly [string, NodeSchema])[] = [
    ...Object.entries(nodeSchemas),
    ...Object.entries(annotationSchemas),
  ];
  return {
    ...Object.fromEntries(shapes.map(([type, shape]) => [type, nodeSchema(type, shape)])),
    truth: literalSchema("boolean"),
    literal_text: literalSchema("string"),
    attachment: closed({ place: { enum: commentPlaces }, path: { type: "string" } }, ["place", "path"]),
    range: {
      description: "The place in the text that a part was read from.",
      ...closed({ start: { $ref: "#/$defs/position" }, end: { $ref: "#/$defs/position" } }, ["start", "end"]),
    },
    position: closed(
      {
        offset: wholeNumber(0),
        line: wholeNumber(1),
        column: wholeNumber(1),
      },
      ["offset", "line", "column"],
    ),
  };
}

/** The JSON Schema of a node type. */
function nodeSchema(type: string, { description, fields }: NodeSchema): JsonSchema {
  const members = Object.entries(fields);
  const properties: Record<string, JsonSchema> = {
    type: { const: type },
    ...Object.fromEntries(members.map(([name, field]) => [name, fieldSchema(field)])),
    range: { $ref: "#/$defs/range" },
  };
  const required = members.filter(([, { isOptional }]) => isOptional !== true).map(([name]) => name);
  return { description, ...closed(properties, ["type", ...required]) };
}

/** The JSON Schema of an object without other properties. */
function closed(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}

/** The JSON Schema of a field of a node. */
function fieldSchema({ type, description }: NodeField): JsonSchema {
  return { description, ...shapeSchema(type) };
}

/** The JSON Schema of a field type. */
function shapeSchema(shape: FieldType): JsonSchema {
  switch (shape.kind) {
    case "node": {
      const names = shape.types.map((type) => (type === "literal" ? literalName(shape.literal) : type));
      const schemas = names.map((name) => ({ $ref: `#/$defs/${name}` }));
      return schemas.length === 1 ? { ...schemas[0] } : { anyOf: schemas };
    }
    case "list": {
      const least = shape.least ?? 0;
      return withoutUndefined({ type: "array", items: shapeSchema(shape.of), minItems: least > 0 ? least : undefined });
    }
    case "word":
      return { enum: shape.words };
    case "text":
      return withoutUndefined({
        type: "string",
        pattern: shape.text !== "text" ? stringPatterns[shape.text].pattern : undefined,
      });
    case "trivia":
      return { $ref: `#/$defs/${shape.type}` };
    case "attachment":
      return { $ref: "#/$defs/attachment" };
    case "integer":
      return wholeNumber(Number.MIN_SAFE_INTEGER);
    case "amount":
      return { type: "number", minimum: 0 };
    case "true":
      return { const: true };
    case "boolean":
      return { type: "boolean" };
    case "scalar":
      return { type: ["string", "number", "boolean", "null"] };
    case "step":
      return { anyOf: [{ type: "string" }, wholeNumber(0)] };
  }
}

/** The JSON Schema of an integer with a minimum. */
function wholeNumber(minimum: number): JsonSchema {
  return { type: "integer", minimum, maximum: Number.MAX_SAFE_INTEGER };
}

/** The name of a literal's schema in `$defs`, by the kind of literal. */
function literalName(kind: LiteralKind | undefined): string {
  if (kind === undefined) return "literal";
  return kind === "boolean" ? "truth" : "literal_text";
}

/** The JSON Schema of a literal node whose value has a type. */
function literalSchema(type: LiteralKind): JsonSchema {
  const properties = { type: { const: "literal" }, value: { type }, range: { $ref: "#/$defs/range" } };
  return closed(properties, ["type", "value"]);
}
