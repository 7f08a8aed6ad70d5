import type { Issue, Locale } from "@helve/core";
import { pointerParts, shortPath } from "@helve/core/internal";

/** The message of an issue in a language. Without a Chinese text for its code, the English message is used. */
export function issueText(issue: Issue, locale: Locale): string {
  if (locale === "en") return issue.message;
  const text = chineseText(issue);
  if (text === undefined) return issue.message;
  return issue.path === undefined || issue.path === "" ? `参数${text}` : `${locationText(issue.path)} ${text}`;
}

/** The Chinese text of an issue by its code; `undefined` for an unknown code. */
function chineseText({ code, expected = "" }: Issue): string | undefined {
  switch (code) {
    case "type":
      return `必须是${expected.split(" or ").map(chineseNoun).join("或")}`;
    case "required":
      return "是必需的，但没有给出";
    case "additionalProperties":
    case "unevaluatedProperties":
    case "unknown_argument":
      return `不是已知的参数${expected === "" ? "" : `，是不是 ${JSON.stringify(expected)}？`}`;
    case "enum":
      return `必须是以下之一：${expected}`;
    case "const":
      return `必须是 ${expected}`;
    case "pattern":
      return `必须匹配正则表达式 ${expected}`;
    case "format":
      return `必须符合格式 ${JSON.stringify(expected)}`;
    case "uniqueItems":
      return "不能有重复的元素";
    case "several_objects":
    case "several_calls":
      return "有不止一组：请把所有参数写在一个 JSON 对象里";
    case "duplicate_key":
    case "duplicate_argument":
      return "中有重复的名称：每个只写一次";
    case "too_deep":
      return "嵌套太深";
    case "too_long":
      return "太长";
    default:
      return chineseBound(expected);
  }
}

function chineseNoun(type: string): string {
  return chineseNouns.get(type) ?? type;
}

const chineseNouns: ReadonlyMap<string, string> = new Map([
  ["string", "字符串"],
  ["number", "数字"],
  ["integer", "整数"],
  ["boolean", " true 或 false"],
  ["array", "数组"],
  ["object", "对象"],
  ["null", " null"],
]);

/** The Chinese text of a bound such as `at least 2 items` or `a multiple of 5`; `undefined` for other expectations. */
function chineseBound(expected: string): string | undefined {
  const [, bound = "", number, unit] =
    /^(at least|at most|more than|less than|a multiple of) (\S+)(?: (\w+))?$/.exec(expected) ?? [];
  const words = chineseBounds.get(bound);
  if (words === undefined) return undefined;
  const [valueText, countText] = words;
  return unit === undefined
    ? `必须${valueText} ${number}${multipleSuffix(bound)}`
    : `必须${countText} ${number} ${chineseUnits.get(unit) ?? unit}`;
}

function multipleSuffix(bound: string): string {
  return bound === "a multiple of" ? " 的倍数" : "";
}

/** The Chinese words of a bound: for the value of a number, and for a count. */
const chineseBounds: ReadonlyMap<string, readonly [string, string]> = new Map([
  ["at least", ["不小于", "至少有"]],
  ["at most", ["不大于", "至多有"]],
  ["more than", ["大于", "多于"]],
  ["less than", ["小于", "少于"]],
  ["a multiple of", ["是", "有"]],
]);

const chineseUnits: ReadonlyMap<string, string> = new Map([
  ...["character", "characters"].map((word) => [word, "个字符"] as const),
  ...["item", "items"].map((word) => [word, "个元素"] as const),
  ...["value", "values"].map((word) => [word, "个值"] as const),
  ...["property", "properties"].map((word) => [word, "个属性"] as const),
]);

/** The location of a JSON pointer as text: `"a.b[0]"` for `/a/b/0`. */
function locationText(path: string): string {
  const location = pointerParts(path).reduce((above, part) =>
    /^\d+$/.test(part) ? `${above}[${part}]` : `${above}.${part}`,
  );
  return JSON.stringify(shortPath(location));
}
