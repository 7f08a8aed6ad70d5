/** The known section titles, in English and Chinese, and the kind of section that each announces. */

/** The kind of a section; `text` for a section that becomes a titled section. */
export type SectionKind =
  | "parameters"
  | "attributes"
  | "returns"
  | "yields"
  | "raises"
  | "examples"
  | "notes"
  | "seeAlso"
  | "deprecated"
  | "text";

/**
 * The kind of section that a title announces, in English or Chinese, in any case: `"Args"` → `"parameters"`. The title can
 * start with `Required` or `Optional`, and end with a remark in brackets. Undefined for an unknown title.
 */
export function sectionKind(title: string): SectionKind | undefined {
  const words = title.trim().toLowerCase().replace(/\s+/g, " ");
  return (
    kindByTitle.get(words) ?? kindByTitle.get(words.replace(/^(?:required|optional) | ?[(（][^()（）]*[)）]$/g, ""))
  );
}

/**
 * Whether a section of this kind lists entries (parameters, returns, errors). Such a title is accepted in places where
 * other titles may be ordinary text.
 */
export function isEntrySection(kind: SectionKind): boolean {
  return entrySectionKinds.has(kind);
}

const entrySectionKinds: ReadonlySet<SectionKind> = new Set([
  "parameters",
  "attributes",
  "returns",
  "yields",
  "raises",
]);

/** The titles of each kind of section. */
const titlesByKind: Readonly<Record<SectionKind, string>> = {
  parameters: `arg, args, argument, arguments, param, params, parameter, parameters, keyword args, keyword arguments,
    other args, other arguments, other params, other parameters, input, inputs, input args, input arguments, input params,
    input parameters, function args, function arguments, function parameters, kwargs,
    参数, 参数说明, 参数列表, 输入参数, 入参, 关键字参数, 其他参数`,
  returns: "return, returns, return value, return values, output, outputs, 返回, 返回值, 输出",
  yields: "yield, yields, 生成, 产出",
  raises: "raise, raises, exception, exceptions, except, throws, 异常, 抛出, 抛出异常, 引发",
  attributes: "attribute, attributes, 属性",
  examples: "example, examples, 示例, 例子, 举例",
  notes: "note, notes, 注意, 备注",
  seeAlso: "see also, 参见, 另见",
  deprecated: "deprecated, 已弃用, 弃用",
  text: `attention, caution, danger, error, hint, important, receives, references, tip, todo, warning, warnings,
    warns, 警告, 参考`,
};

const kindByTitle: ReadonlyMap<string, SectionKind> = new Map(
  Object.entries(titlesByKind).flatMap(([kind, words]) =>
    words.split(",").map((title): [string, SectionKind] => [title.trim(), kind as SectionKind]),
  ),
);
