import { joinTexts, longestText, replaceText } from "../bounded-text.ts";
import { format } from "./operators.ts";
import { arrayOf, itemsOf, textOf, textValue, type Value } from "./value.ts";

/** The result of a method of a text whose arguments are known; `undefined` for others. */
export function textMethod(subject: string, name: string, args: readonly Value[]): Value | undefined {
  const texts = args.map(textOf);
  if (texts.includes(undefined)) return undefined;
  const [first = "", second = ""] = texts as readonly string[];
  const numbers = texts.map(Number);
  switch (name) {
    case "replace":
      return first === "" ? undefined : limited(replaceText(subject, first, second));
    case "substring":
      return textValue(subject.slice(numbers[0], args.length > 1 ? (numbers[0] ?? 0) + (numbers[1] ?? 0) : undefined));
    case "tolower":
    case "tolowerinvariant":
      return textValue(subject.toLowerCase());
    case "toupper":
    case "toupperinvariant":
      return textValue(subject.toUpperCase());
    case "trim":
    case "trimstart":
    case "trimend":
      return args.length > 0 ? undefined : textValue(subject.trim());
    case "tostring":
    case "normalize":
      return textValue(subject);
    case "tochararray":
      return arrayOf([...subject.slice(0, 10_000)].map(textValue));
    case "split":
      return first === "" ? undefined : arrayOf(subject.split(first).slice(0, 2000).map(textValue));
    case "insert":
      return textValue(subject.slice(0, numbers[0]) + second + subject.slice(numbers[0]));
    case "remove":
      return textValue(
        subject.slice(0, numbers[0]) + (args.length > 1 ? subject.slice((numbers[0] ?? 0) + (numbers[1] ?? 0)) : ""),
      );
    case "padleft":
      return limited(subject.padStart(Math.min(numbers[0] ?? 0, 1000), second || " "));
    case "contains":
    case "startswith":
    case "endswith":
    case "indexof":
    case "equals":
    case "gettype":
      return { from: [] };
    default:
      return undefined;
  }
}

/** The result of `[Text.Encoding]::…`, `[Convert]::…`, `[string]::…` for known arguments. */
export function staticText(type: string, name: string, args: readonly Value[]): Value | undefined {
  const [first, second] = args;
  const from = args.flatMap((each) => each.from);
  if (type === "string" && name === "join") {
    return first?.text === undefined ? undefined : joined(args.slice(1).flatMap(itemsOf), first.text, from);
  }
  if (type === "string" && name === "format" && first?.text !== undefined) {
    const text = format(first.text, args.slice(1).flatMap(itemsOf));
    return text === undefined ? undefined : { text, from };
  }
  if (type === "string" && name === "concat") return joined(args, "", from);
  if (type === "io.path" && name === "combine") return joined(args, "\\", from);
  if (type === "convert" && name === "toint32" && second?.text === "16" && /^[\da-f]{1,8}$/i.test(first?.text ?? ""))
    return { text: String(Number.parseInt(first?.text ?? "", 16)), from };
  if (type === "convert" && (name === "tochar" || name === "tostring")) return first;
  if (type === "char" && name === "convertfromutf32")
    return { text: String.fromCodePoint(Math.min(Number(first?.text) || 0, 0x10ffff)), from };
  return undefined;
}

function limited(text: string | undefined): Value | undefined {
  return text === undefined || text.length > longestText ? undefined : textValue(text);
}

/** The texts of values as one; `undefined` if one is unknown, or the result is too long. */
function joined(values: readonly Value[], separator: string, from: Value["from"]): Value | undefined {
  const texts = values.map(textOf);
  const text = texts.includes(undefined) ? undefined : joinTexts(texts as readonly string[], separator);
  return text === undefined ? undefined : { text, from };
}
