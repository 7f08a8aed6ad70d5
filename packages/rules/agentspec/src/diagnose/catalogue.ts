import type { JsonSchema, Predicate, PredicateParameter } from "@helve/core";

/** The tools, predicates and domain enforcements of a host, which `diagnose` compares rules with. Names of an absent part are not checked. */
export interface Catalogue {
  /** All tools; if two have the same name, the first is used. */
  readonly tools?: Iterable<CatalogueTool>;
  /** Toolkits that exist, but whose tools are not known, such as MCP servers. Names of their tools are not checked. */
  readonly toolkits?: Iterable<string>;
  /** All predicates. A `Predicate` of `@helve/core` can be used as it is. */
  readonly predicates?: Iterable<CataloguePredicate>;
  /** All domain enforcements, such as `follow_dist`. */
  readonly enforcements?: Iterable<CatalogueEnforcement>;
}

/** A tool that rules can name. */
export interface CatalogueTool {
  /** `Toolkit.Tool`, or the tool's name alone when it belongs to no toolkit. */
  readonly name: string;
  /** A description for people. */
  readonly description?: string;
  /** The JSON Schema of the argument object. A `$ref` in it is a JSON pointer into this schema. */
  readonly parameters: JsonSchema;
  /** The JSON Schema of the tool's result, for rules with `let x = invoke_action(…)`. A `$ref` in it is a JSON pointer into `parameters`. */
  readonly returns?: JsonSchema;
}

/** A predicate that rules can use in a check. */
export interface CataloguePredicate {
  readonly name: string;
  /** When the predicate is true, in one sentence. */
  readonly description?: string;
  /** The test as a clause in the sentence that explains a rule. */
  readonly phrase?: NonNullable<Predicate["phrase"]>;
  /** The parameters; if absent, arguments are not checked. */
  readonly parameters?: readonly PredicateParameter[];
  /**
   * The name of the tool argument that the predicate inspects if a rule passes none, for example `command` of
   * `Terminal.Execute`. `undefined` if there is no default for this tool: the predicate is then always false. Absent if the
   * predicate has no default argument at all.
   */
  argumentFor?(tool: string): string | undefined;
}

/** A domain enforcement of the host, such as `follow_dist`. */
export interface CatalogueEnforcement {
  /** With its namespaces, joined by `:`. */
  readonly name: string;
  readonly description?: string;
}

/** The parts of an OpenTool document that `toolsFromDocuments` reads. */
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
 * Lists the functions of OpenTool documents as tools of a `Catalogue`. The toolkit's name is the title of the document.
 *
 * @throws TypeError if there is no list of documents
 *
 * @example
 * diagnose(text, { tools: toolsFromDocuments([gmail, terminal]) });
 */
export function toolsFromDocuments(documents: Iterable<CatalogueDocument>): readonly CatalogueTool[] {
  if (typeof documents?.[Symbol.iterator] !== "function")
    throw new TypeError("toolsFromDocuments takes a list of OpenTool documents: write [document]");
  return [...documents].flatMap(({ info, functions, schemas }) =>
    functions.map((fn) => ({
      name: `${info.title}.${fn.name}`,
      description: fn.description,
      parameters: {
        type: "object" as const,
        properties: Object.fromEntries(fn.parameters.map((parameter) => [parameter.name, parameterSchema(parameter)])),
        required: fn.parameters.filter(({ required }) => required).map(({ name }) => name),
        additionalProperties: false,
        // A document's references say `#/schemas/Name`.
        schemas,
      },
      returns: fn.return !== undefined && fn.return !== null ? (fn.return.schema as JsonSchema) : undefined,
    })),
  );
}

/** The JSON Schema of a document's parameter, with the description of the parameter. */
function parameterSchema({
  schema,
  description,
}: CatalogueDocument["functions"][number]["parameters"][number]): JsonSchema {
  return description === undefined ? (schema as JsonSchema) : { ...(schema as JsonSchema), description };
}
