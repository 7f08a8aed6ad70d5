import type { Policy } from "@helve/predicates";
import type { ParameterDescriber, ToolkitOptions, ToolkitTexts } from "@helve/tool";

/** Options that all toolkits have. */
export interface CommonToolkitOptions {
  /** The language of the descriptions that models read; `"en"` by default. */
  readonly locale?: "en" | "zh" | undefined;
  /** Whether the tools may be used; true by default. */
  readonly enable?: boolean | undefined;
  /** The parser whose `parameterDescription` tells the model how to write arguments, and which decodes them. */
  readonly parser?: ParameterDescriber | undefined;
}

/** The options of the base class of a toolkit. @param chinese - its texts in Chinese */
export function toolkitOptions(
  { locale, enable = true, parser }: CommonToolkitOptions,
  chinese: ToolkitTexts,
): ToolkitOptions {
  return { enable, parser, texts: locale === "zh" ? chinese : undefined };
}

/**
 * The entries of a policy's `tools` for a toolkit whose arguments are no code, paths or addresses of the network.
 *
 * @param texts - name all its tools
 */
export function plainUses(toolkit: string, { tools = {} }: ToolkitTexts): NonNullable<Policy<never>["tools"]> {
  return Object.fromEntries(Object.keys(tools).map((tool) => [`${toolkit}.${tool}`, []]));
}
