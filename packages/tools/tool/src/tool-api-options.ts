import type { ParseDocstringOptions } from "@helve/docstring";
import type { DescribeOption } from "./description-issues.ts";
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
  /** Whether a parameter without a description is an error, by default, or one of the tool's `diagnostics`. */
  readonly describe?: DescribeOption;
  /** The docstring's style; detected by default. */
  readonly style?: NonNullable<ParseDocstringOptions["style"]>;
  /**
   * `"lagent"` describes the tool exactly as Lagent 0.1.3 to 0.2.4 does, including its weaknesses: five types that are
   * recognized by substrings, sections lost after a blank line, an error for a parameter without a type. A missing
   * description is only a diagnostic then.
   */
  readonly compat?: "lagent";
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
