import type { JsonSchema, PredicateParameter } from "@helve/core";

/** What a host has, as far as rules may speak of it. Of a part that is absent nothing is checked. */
export interface Catalogue {
  /** All tools; of two with one name the first counts. */
  readonly tools?: Iterable<CatalogueTool>;
  /** All predicates. Those of `@helve/core` may be given as they are. */
  readonly predicates?: Iterable<CataloguePredicate>;
  /** All domain enforcements, such as `follow_dist`. */
  readonly enforcements?: Iterable<CatalogueEnforcement>;
}

/** A tool that rules may name. */
export interface CatalogueTool {
  /** `Toolkit.Tool`, or the tool's name alone when it belongs to no toolkit. */
  readonly name: string;
  /** What it does, for a person. */
  readonly description?: string;
  /** Of an object. A `$ref` is a JSON pointer from here on. */
  readonly parameters: JsonSchema;
  /** What the tool gives, for the rules that bind it to a name. A `$ref` is looked up in `parameters`. */
  readonly returns?: JsonSchema;
}

/** A predicate that rules may ask. */
export interface CataloguePredicate {
  readonly name: string;
  /** What it asks, in one sentence. */
  readonly description?: string;
  /** What it takes; when absent, anything. */
  readonly parameters?: readonly PredicateParameter[];
  /**
   * The argument of a tool, by the tool's full name, that it looks at when a rule gives it nothing; `undefined` when it
   * knows none, and so is always false. Absent when it does not look at one argument.
   */
  argumentFor?(tool: string): string | undefined;
}

/** An enforcement that the host knows. */
export interface CatalogueEnforcement {
  /** With its namespaces, joined by `:`. */
  readonly name: string;
  readonly description?: string;
}

/** What of an OpenTool document tells its tools. */
export interface CatalogueDocument {
  readonly info: { readonly title: string };
  readonly functions: readonly {
    readonly name: string;
    readonly description?: string;
    readonly parameters: readonly {
      readonly name: string;
      readonly description?: string;
      readonly schema: object;
      readonly required: boolean;
    }[];
    readonly return?: { readonly schema: object } | null;
  }[];
  readonly schemas?: Readonly<Record<string, object>>;
}

/**
 * The tools of OpenTool documents, for a catalogue: a document is a toolkit under its title, and each of its functions a
 * tool in it.
 *
 * @example
 * diagnose(text, { tools: toolsFromDocuments([gmail, terminal]) });
 */
export function toolsFromDocuments(documents: Iterable<CatalogueDocument>): readonly CatalogueTool[] {
  return [...documents].flatMap(({ info, functions, schemas }) =>
    functions.map((fn) => ({
      name: `${info.title}.${fn.name}`,
      ...(fn.description !== undefined && { description: fn.description }),
      parameters: {
        type: "object" as const,
        properties: Object.fromEntries(fn.parameters.map((parameter) => [parameter.name, parameterSchema(parameter)])),
        required: fn.parameters.filter(({ required }) => required).map(({ name }) => name),
        additionalProperties: false,
        // A document's references say `#/schemas/Name`.
        ...(schemas !== undefined && { schemas }),
      },
      ...(fn.return !== undefined && fn.return !== null && { returns: fn.return.schema as JsonSchema }),
    })),
  );
}

function parameterSchema({
  schema,
  description,
}: CatalogueDocument["functions"][number]["parameters"][number]): JsonSchema {
  return description === undefined ? (schema as JsonSchema) : { ...(schema as JsonSchema), description };
}
