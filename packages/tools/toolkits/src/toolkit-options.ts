import type { Policy } from "@helve/predicates";
import type { ParserOption, ToolkitOptions, ToolkitTexts } from "@helve/tool";

/**
 * Returns the options for the base class of a toolkit from all its options. Unknown options are kept, so that the base
 * class refuses them.
 *
 * @param own - the names of the toolkit's own options
 * @param chinese - its texts in Chinese
 * @throws TypeError if a limit is not a number above 0, a root is no text, or there are no texts in the language
 */
export function toolkitOptions<Options extends CommonToolkitOptions>(
  options: Options,
  own: OwnOptions<Options>,
  chinese: ToolkitTexts,
): ToolkitOptions {
  const { locale, enable = true, parser, ...others } = options;
  if (locale !== undefined && locale !== "en" && locale !== "zh") {
    throw new TypeError(`"locale" must be "en" or "zh" (got ${JSON.stringify(locale) ?? String(locale)})`);
  }
  for (const [name, value] of Object.entries(others)) {
    if (name === "root" && value != null && typeof value !== "string") {
      throw new TypeError(`"root" must be the path of a folder (got ${JSON.stringify(value) ?? String(value)})`);
    }
    if (!limitName.test(name) || value === undefined || (typeof value === "number" && value > 0)) continue;
    throw new TypeError(`"${name}" must be a number above 0 (got ${JSON.stringify(value) ?? String(value)})`);
  }
  const unknown = Object.entries(others).filter(([name]) => !Object.hasOwn(own, name));
  return { ...Object.fromEntries(unknown), enable, parser, texts: locale === "zh" ? chinese : undefined };
}

/** Options of toolkits that are times, counts or lengths. */
const limitName = /^(?:timeout|idle|outputLimit|searchTime|max[A-Z]\w*)$/;

/** Options that all toolkits have. */
export interface CommonToolkitOptions {
  /** The language of the descriptions that models read; `"en"` by default. */
  readonly locale?: "en" | "zh" | undefined;
  /** Whether the tools may be used; true by default. */
  readonly enable?: boolean | undefined;
  /** The parser that tells the model how to write arguments and decodes them, or its class. */
  readonly parser?: ParserOption | undefined;
}

/** The options that a toolkit has besides those of all toolkits, by name. */
export type OwnOptions<Options> = Readonly<Record<Exclude<keyof Options, keyof CommonToolkitOptions>, true>>;

/**
 * The entries of a policy's `tools` for a toolkit whose arguments are no code, paths or addresses of the network.
 *
 * @param texts - name all its tools
 */
export function plainUses(toolkit: string, { tools = {} }: ToolkitTexts): NonNullable<Policy<never>["tools"]> {
  return Object.fromEntries(Object.keys(tools).map((tool) => [`${toolkit}.${tool}`, []]));
}
