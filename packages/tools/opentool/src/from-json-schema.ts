/** Infers the TypeScript types of the values that literal schemas and OpenTool functions describe. */
import type { Args } from "@helve/core";
import type { jsonSchemaField, OpenToolFunction } from "./document.ts";

/**
 * The type of the values that fit a literal JSON Schema. Every valid value has this type. The keywords `const`, `enum`,
 * `type`, `properties`, `required`, `additionalProperties`, `items`, `prefixItems`, `minItems`, `anyOf`, `oneOf`,
 * `allOf` and local `$ref`s are read; other keywords don't narrow the type. What those don't restrict is `unknown`.
 *
 * @example
 * type Text = FromJsonSchema<{ type: "array"; items: { type: "string" } }>; // readonly string[]
 * type Point = FromJsonSchema<{ type: "object"; properties: { x: { type: "number" } }; required: ["x"] }>; // { readonly x: number }
 */
export type FromJsonSchema<Schema> = FromPart<Schema, Schema>;

/** The arguments that fit a JSON Schema; `Args` if the schema is known at run time only. */
export type ArgsFromJsonSchema<Schema> = Schema extends { readonly type: "object" }
  ? FromJsonSchema<Schema>
  : Schema extends { readonly $ref: string }
    ? FromJsonSchema<Schema> extends infer Arguments extends object
      ? Arguments
      : Args
    : Args;

/**
 * The arguments of a literal OpenTool function; `Args` if it is known at run time only.
 *
 * @typeParam Schemas - the `schemas` of the function's document, for references
 */
export type ArgsFromFunction<Fn extends OpenToolFunction, Schemas = unknown> = Fn extends {
  readonly [Field in typeof jsonSchemaField]: infer Whole;
}
  ? ArgsFromJsonSchema<Whole>
  : string extends Parameters<Fn>["name"]
    ? Args
    : Members<
        { readonly [P in Parameters<Fn> as P["name"]]: P["schema"] },
        Extract<Parameters<Fn>, { readonly required: true }>["name"],
        { readonly schemas: Schemas }
      >;

/**
 * The result of a literal OpenTool function; `unknown` if it has none, or is known at run time only.
 *
 * @typeParam Schemas - the `schemas` of the function's document, for references
 */
export type ResultFromFunction<Fn extends OpenToolFunction, Schemas = unknown> = Fn extends {
  readonly return: { readonly schema: infer Schema };
}
  ? FromPart<Schema, { readonly schemas: Schemas }>
  : unknown;

type Parameters<Fn extends OpenToolFunction> = Fn["parameters"][number];

/** The values of a schema inside the root that its references are resolved in. */
type FromPart<Schema, Root> = Schema extends false
  ? never
  : Schema extends { readonly [Field in typeof jsonSchemaField]: infer Whole }
    ? FromPart<Whole, Root & Whole>
    : Schema extends { readonly $ref: infer Ref }
      ? // In draft-07, keywords beside a reference are ignored.
        FromReference<Ref, Root>
      : FromType<Schema, Root> & FromBranches<Schema, Root> & FromAllOf<Schema, Root>;

/** The values of a reference's target; `unknown` if it isn't a literal JSON pointer into the root. */
type FromReference<Ref, Root> = string extends Ref
  ? unknown
  : Ref extends "#"
    ? FromPart<Root, Root>
    : Ref extends `#/${infer Path}`
      ? FromPart<PointerTarget<Root, Path>, Root>
      : unknown;

type PointerTarget<Value, Path extends string> = Path extends `${infer Key}/${infer Rest}`
  ? Key extends keyof Value
    ? PointerTarget<Value[Key], Rest>
    : unknown
  : Path extends keyof Value
    ? Value[Path]
    : unknown;

type FromType<Schema, Root> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly type: infer Type }
      ? OfType<Schema, Type, Root>
      : unknown;

type FromBranches<Schema, Root> = (Schema extends { readonly anyOf: readonly (infer Branch)[] }
  ? FromEach<Branch, Root>
  : unknown) &
  (Schema extends { readonly oneOf: readonly (infer Branch)[] } ? FromEach<Branch, Root> : unknown);

/** The union of the values of several schemas. */
type FromEach<Branch, Root> = Branch extends unknown ? FromPart<Branch, Root> : never;

type FromAllOf<Schema, Root> = Schema extends { readonly allOf: infer Parts extends readonly unknown[] }
  ? Intersection<Parts, Root>
  : unknown;

type Intersection<Parts extends readonly unknown[], Root> = Parts extends readonly [infer First, ...infer Rest]
  ? FromPart<First, Root> & Intersection<Rest, Root>
  : unknown;

type OfType<Schema, Type, Root> = Type extends readonly (infer One)[]
  ? OfType<Schema, One, Root>
  : Type extends "string"
    ? string
    : Type extends "number" | "integer"
      ? number
      : Type extends "boolean"
        ? boolean
        : Type extends "null"
          ? null
          : Type extends "array"
            ? ListOf<Schema, Root>
            : Type extends "object"
              ? ObjectOf<Schema, Root>
              : unknown;

type ListOf<Schema, Root> = Schema extends { readonly prefixItems: infer Prefix extends readonly unknown[] }
  ? readonly [...Tuple<Prefix, MinItems<Schema>, Root>, ...RestItems<Schema, "items", Root>]
  : Schema extends { readonly items: infer Prefix extends readonly unknown[] }
    ? readonly [...Tuple<Prefix, MinItems<Schema>, Root>, ...RestItems<Schema, "additionalItems", Root>]
    : RestItems<Schema, "items", Root>;

type MinItems<Schema> = Schema extends { readonly minItems: infer Min extends number } ? Min : 0;

/** Positional items. Those after the first `Min` may be missing. */
type Tuple<
  Prefix extends readonly unknown[],
  Min extends number,
  Root,
  Done extends readonly unknown[] = [],
> = Prefix extends readonly [infer First, ...infer Rest]
  ? IsReached<Done, Min> extends true
    ? [FromPart<First, Root>?, ...Tuple<Rest, Min, Root, [...Done, First]>]
    : [FromPart<First, Root>, ...Tuple<Rest, Min, Root, [...Done, First]>]
  : [];

/** Whether a list has at least `Min` members, if it grows by one at a time. */
type IsReached<Done extends readonly unknown[], Min extends number> = Done extends readonly [...infer Fewer, unknown]
  ? Done["length"] extends Min
    ? true
    : IsReached<Fewer, Min>
  : Done["length"] extends Min
    ? true
    : false;

type RestItems<Schema, Keyword extends string, Root> = Schema extends { readonly [K in Keyword]: infer Items }
  ? Items extends false
    ? readonly []
    : readonly FromPart<Items, Root>[]
  : readonly unknown[];

type ObjectOf<Schema, Root> = Schema extends { readonly properties: infer Properties }
  ? Members<Properties, RequiredNames<Schema>, Root> extends infer Known
    ? Schema extends { readonly additionalProperties: infer More extends object }
      ? Known & { readonly [name: string]: FromPart<More, Root> | Known[keyof Known] }
      : Known
    : never
  : Schema extends { readonly additionalProperties: infer More extends object }
    ? { readonly [name: string]: FromPart<More, Root> }
    : Args;

type RequiredNames<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never;

type Members<Properties, Required, Root> = Flat<
  {
    readonly [Name in keyof Properties as Name extends Required ? Name : never]: FromPart<Properties[Name], Root>;
  } & {
    readonly [Name in keyof Properties as Name extends Required ? never : Name]?: FromPart<Properties[Name], Root>;
  }
>;

type Flat<Type> = { [Key in keyof Type]: Type[Key] };
