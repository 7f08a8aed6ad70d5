/** The options of `compileSchema` and `interpretSchema`. */
import type { JsonSchema } from "@helve/core";

/** Options of `compileSchema` and `interpretSchema`. */
export interface SchemaOptions {
  /** The draft of a schema without `$schema`. Default: `"2020-12"`. */
  readonly draft?: "2020-12" | "draft-07";
  /**
   * Other schemas that references can name by their `$id`, an absolute URI, and meta-schemas that `$schema` names.
   * Nothing is loaded. Only schemas that are referred to are verified.
   */
  readonly schemas?: readonly JsonSchema[];
  /**
   * Whether a string must have the `format` of its schema. Default: `false`, as JSON Schema defines it (2020-12 §7.2.1).
   * The formats `date`, `time`, `date-time`, `time-local`, `date-time-local`, `email`, `uri`, `uuid` and `ipv4` are supported;
   * others are ignored.
   */
  readonly assertFormats?: boolean;
}
