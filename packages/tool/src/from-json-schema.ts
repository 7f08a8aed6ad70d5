import type { Args } from "@helve/core";
import type { OpenToolFunction } from "@helve/opentool";

/**
 * The type of the values that fit a literal JSON Schema: `type`, `properties`, `required`, `items`, `enum`, `const`,
 * `anyOf` and `oneOf` are read. What those don't say is `unknown`.
 *
 * @example
 * type Text = FromJsonSchema<{ type: "array"; items: { type: "string" } }>; // readonly string[]
 */
export type FromJsonSchema<Schema> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly anyOf: readonly (infer Member)[] }
      ? FromJsonSchema<Member>
      : Schema extends { readonly oneOf: readonly (infer Member)[] }
        ? FromJsonSchema<Member>
        : Schema extends { readonly type: infer Type }
          ? OfType<Schema, Type>
          : unknown;

/** The arguments that fit a JSON Schema; {@link Args} when the schema is known at run time only. */
export type ArgsFromJsonSchema<Schema> = Schema extends { readonly type: "object" } ? ObjectOf<Schema> : Args;

/** The arguments of a literal OpenTool Function; {@link Args} when it is known at run time only. */
export type ArgsFromFunction<Fn extends OpenToolFunction> = string extends Fn["parameters"][number]["name"]
  ? Args
  : Members<
      { readonly [P in Fn["parameters"][number] as P["name"]]: P["schema"] },
      Extract<Fn["parameters"][number], { readonly required: true }>["name"]
    >;

/** What a literal OpenTool Function returns; `unknown` when it does not say, or is known at run time only. */
export type ResultFromFunction<Fn extends OpenToolFunction> = Fn extends {
  readonly return: { readonly schema: infer Schema };
}
  ? FromJsonSchema<Schema>
  : unknown;

type OfType<Schema, Type> = Type extends readonly (infer One)[]
  ? OfType<Schema, One>
  : Type extends "string"
    ? string
    : Type extends "number" | "integer"
      ? number
      : Type extends "boolean"
        ? boolean
        : Type extends "null"
          ? null
          : Type extends "array"
            ? readonly (Schema extends { readonly items: infer Items } ? FromJsonSchema<Items> : unknown)[]
            : Type extends "object"
              ? ObjectOf<Schema>
              : unknown;

type ObjectOf<Schema> = Schema extends { readonly properties: infer Properties }
  ? Members<Properties, Schema extends { readonly required: readonly (infer Name)[] } ? Name : never>
  : Args;

type Members<Properties, Required> = Flat<
  { readonly [Name in keyof Properties as Name extends Required ? Name : never]: FromJsonSchema<Properties[Name]> } & {
    readonly [Name in keyof Properties as Name extends Required ? never : Name]?: FromJsonSchema<Properties[Name]>;
  }
>;

type Flat<Type> = { [Key in keyof Type]: Type[Key] };
