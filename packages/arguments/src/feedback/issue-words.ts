import type { Issue } from "@helve/core";
import { pointerParts } from "../coerce/reference.ts";

/** The languages that feedback is written in. */
export type Locale = "en" | "zh";

/** What an issue says. In Chinese, the English message stands for what the table does not know. */
export function issueWords(issue: Issue, locale: Locale): string {
  if (locale === "en") return issue.message;
  const says = inChinese(issue);
  if (says === undefined) return issue.message;
  return issue.path === undefined || issue.path === "" ? `参数${says}` : `${placeOf(issue.path)} ${says}`;
}

function inChinese({ code, expected = "" }: Issue): string | undefined {
  switch (code) {
    case "type":
      return `必须是${expected.split(" or ").map(nounOf).join("或")}`;
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
      return measure(expected);
  }
}

function nounOf(type: string): string {
  return nouns.get(type) ?? type;
}

const nouns: ReadonlyMap<string, string> = new Map([
  ["string", "字符串"],
  ["number", "数字"],
  ["integer", "整数"],
  ["boolean", " true 或 false"],
  ["array", "数组"],
  ["object", "对象"],
  ["null", " null"],
]);

/** `at least 2 items`, `a multiple of 5` and the like. */
function measure(expected: string): string | undefined {
  const [, how = "", number, unit] =
    /^(at least|at most|more than|less than|a multiple of) (\S+)(?: (\w+))?$/.exec(expected) ?? [];
  const words = hows.get(how);
  if (words === undefined) return undefined;
  const [bound, size] = words;
  return unit === undefined ? `必须${bound} ${number}${tail(how)}` : `必须${size} ${number} ${units.get(unit) ?? unit}`;
}

function tail(how: string): string {
  return how === "a multiple of" ? " 的倍数" : "";
}

/** For a number, and for how many there are of something. */
const hows: ReadonlyMap<string, readonly [string, string]> = new Map([
  ["at least", ["不小于", "至少有"]],
  ["at most", ["不大于", "至多有"]],
  ["more than", ["大于", "多于"]],
  ["less than", ["小于", "少于"]],
  ["a multiple of", ["是", "有"]],
]);

const units: ReadonlyMap<string, string> = new Map([
  ...["character", "characters"].map((word) => [word, "个字符"] as const),
  ...["item", "items"].map((word) => [word, "个元素"] as const),
  ...["value", "values"].map((word) => [word, "个值"] as const),
  ...["property", "properties"].map((word) => [word, "个属性"] as const),
]);

function placeOf(path: string): string {
  const place = pointerParts(path).reduce((above, part) =>
    /^\d+$/.test(part) ? `${above}[${part}]` : `${above}.${part}`,
  );
  return JSON.stringify(place.length > 200 ? `…${place.slice(-200)}` : place);
}
