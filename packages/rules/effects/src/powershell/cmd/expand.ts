import { replaceText } from "../../bounded-text.ts";
import type { Evaluation } from "../evaluation.ts";
import type { Value } from "../value.ts";
import { variableValue } from "../variables.ts";

/** Stands for a part of a text that is unknown. */
export const unknownPart = "\uE000";

/** Lines are not expanded beyond this length: the rest is unknown. */
const longestLine = 80_000;

/** Replaces `%NAME%`, `%NAME:~1,2%` and `%NAME:a=b%` in a line, and `!NAME!` if the script uses it. */
export function expandVariables(line: string, evaluation: Evaluation): string {
  let added = 0;
  const limited = (text: string): string => {
    added += text.length;
    return added > longestLine ? unknownPart : text;
  };
  const percent = line.replaceAll(
    /%([^%\s:*~=]+)(?::([^%]*))?%/g,
    (whole, name: string, change: string | undefined) => {
      const value = knownValue(name, evaluation);
      if (value === undefined) return whole;
      return value.text === undefined ? unknownPart : limited(changed(value.text, change));
    },
  );
  const arguments_ = percent.replaceAll(/%(?:~[a-z]*)?[0-9*](?![\w%]*%)/gi, unknownPart);
  if (!evaluation.variables.has("cmd:delayed")) return arguments_;
  return arguments_.replaceAll(/!([^!\s:]+)(?::([^!]*))?!/g, (_, name: string, change: string | undefined) => {
    const text = knownValue(name, evaluation)?.text;
    return text === undefined ? unknownPart : limited(changed(text, change));
  });
}

function knownValue(name: string, evaluation: Evaluation): Value | undefined {
  const key = name.toLowerCase();
  if (/^(?:cd|__cd__)$/.test(key)) return { text: ".", from: [] };
  if (
    /^(?:date|time|random|errorlevel|computername|username|processor_architecture|number_of_processors|os)$/.test(
      key,
    ) &&
    !evaluation.variables.has(`env:${key}`)
  )
    return { text: key === "username" ? "%USERNAME%" : "0", from: [] };
  return variableValue(`env:${key}`, evaluation);
}

function changed(text: string, change: string | undefined): string {
  if (change === undefined) return text;
  const [, from, length] = /^~(-?\d+)(?:,(-?\d+))?$/.exec(change) ?? [];
  if (from !== undefined) {
    const rest = text.slice(Number(from));
    return length === undefined ? rest : rest.slice(0, Number(length));
  }
  const [old = "", ...replacement] = change.split("=");
  return old === "" || replacement.length === 0 ? text : (replaceText(text, old, replacement.join("=")) ?? unknownPart);
}
