import type { ParseDocstringOptions } from "@helve/docstring";
import type { DescribeOption } from "./description-issues.ts";
import type { ToolDescription } from "./docstring-schema.ts";
import type { SchemaSource } from "./schema-source.ts";
import type { SignatureParameter } from "./signature.ts";
import type { ToolOptions } from "./tool-options.ts";

/** The options of `toolApi`: how it reads the docstring, and the tool's own options. */
export interface ToolApiOptions extends ToolOptions {
  /** The tool's name; the function's own name by default. Set it if the code is minified. */
  readonly name?: string;
  /** Whether `Returns` names the returned value, as `name (type): text`; the tool then has `returnData`. */
  readonly returnsNamedValue?: boolean;
  /** Whether `Returns` lists the members of the returned object, as `- name (type): text`; the tool then has `returnData`. */
  readonly explodeReturn?: boolean;
  /**
   * The function's signature, for types and defaults that the docstring does not contain. Arguments are then passed in its
   * order.
   */
  readonly signature?: readonly SignatureParameter[];
  /**
   * The schema of the arguments, which then are passed in the order of its properties. The docstring only adds descriptions: its types
   * are not used.
   */
  readonly parameters?: SchemaSource;
  /**
   * Whether a parameter without a type, or with an unknown type, is an error (the default), or one of the tool's `diagnostics`: it then accepts any value.
   */
  readonly types?: "required" | "optional";
  /** Whether a parameter without a description is an error, by default, or one of the tool's `diagnostics`. */
  readonly describe?: DescribeOption;
  /** The docstring's style; detected by default. */
  readonly style?: NonNullable<ParseDocstringOptions["style"]>;
  /** Reads the docstring in another way: `lagentDocstrings` of `@helve/lagent` reads it as Lagent does. */
  readonly reader?: DocstringReader;
}

/** Another way to read the docstrings of tools. */
export interface DocstringReader {
  /** @throws ToolDefinitionError if the docstring can't be read */
  read(docstring: string, context: DocstringContext): ToolDescription;
  /** Whether a missing description or a difference from the function's source is only a diagnostic; false by default. */
  readonly isLenient?: boolean;
}

/** A function whose parameters a docstring describes. It may have the tool's context as a further parameter. */
export type ApiFunction<Result = unknown> = (...args: never[]) => Result;

/** The options for reading one docstring, with the tool's name and the function's length. */
export interface DocstringContext
  extends Pick<ToolApiOptions, "returnsNamedValue" | "explodeReturn" | "signature" | "style"> {
  /** The tool's name, for messages. */
  readonly name: string;
  /** How many parameters the function requires (`fn.length`). */
  readonly length: number;
}
