import type { Line } from "../lines.ts";

/** What the lines under a title are. */
export type SectionKind = "parameters" | "returns" | "yields" | "raises" | "text";

/** A line that may open a section. */
export interface Title {
  /** As written, without the colon. */
  readonly text: string;
  /** What follows the colon on the same line. */
  readonly inline: string;
  /** Absent for a title that is not in the table. */
  readonly kind?: SectionKind;
}

/** Reads `Title: inline`, also with a full-width colon. */
export function titleOf(line: Line): Title | undefined {
  const match = line.fenced ? null : /^([\p{L}_][^:：]{0,59})[:：]{1,2}(?:\s|$|(?<=：))/u.exec(line.text);
  if (match === null) return undefined;
  const text = (match[1] ?? "").trim();
  const kind = kinds.get(text.toLowerCase().replace(/\s+/g, " "));
  return { text, inline: line.text.slice(match[0].length).trim(), ...(kind !== undefined && { kind }) };
}

const titles: Readonly<Record<SectionKind, string>> = {
  parameters: `arg, args, argument, arguments, param, params, parameter, parameters, keyword args, keyword arguments,
    other args, other arguments, other params, other parameters,
    参数, 参数说明, 参数列表, 输入参数, 入参, 关键字参数, 其他参数`,
  returns: "return, returns, 返回, 返回值",
  yields: "yield, yields, 生成, 产出",
  raises: "raise, raises, exception, exceptions, except, throws, 异常, 抛出, 抛出异常, 引发",
  text: `attention, attributes, caution, danger, deprecated, error, example, examples, hint, important, note, notes,
    receives, references, see also, tip, todo, warning, warnings, warns,
    示例, 例子, 举例, 注意, 备注, 警告, 参考`,
};

const kinds: ReadonlyMap<string, SectionKind> = new Map(
  (["parameters", "returns", "yields", "raises", "text"] as const).flatMap((kind) =>
    titles[kind].split(",").map((title): [string, SectionKind] => [title.trim(), kind]),
  ),
);
