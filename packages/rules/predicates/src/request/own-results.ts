/** Finds values that an earlier call of the session created, such as the id of a new list. */
import type { Action } from "@helve/core";
import { everyText } from "./argument-texts.ts";
import { comparable, type SessionResult } from "./passages.ts";
import { toolAct } from "./tool-act.ts";

/**
 * Finds a value of a call that an earlier change of the session returned: the songs go into the list that was created for them. Only calls
 * that create or change something are considered, so that created things are not sent to others.
 */
export function madeBefore(
  { name, args }: Pick<Action, "name" | "args">,
  results: readonly SessionResult[],
): { readonly value: string; readonly step: number; readonly tool: string } | undefined {
  const { kinds } = toolAct(name);
  if (kinds.length === 0 || kinds.some((kind) => kind !== "create" && kind !== "change" && kind !== "save"))
    return undefined;
  const values = everyText(args)
    .map(comparable)
    .filter((value) => value.length >= shortest && value.length <= longest);
  for (const { step, tool, changesWorld, texts } of results) {
    const found = changesWorld ? values.find((value) => texts.some(({ text }) => hasWord(text, value))) : undefined;
    if (
      found !== undefined &&
      !results.some((other) => other.step < step && other.texts.some(({ text }) => text.includes(found)))
    )
      return { value: found, step, tool };
  }
  return undefined;
}

const shortest = 3;
const longest = 200;

/** Whether a short text has a value as a whole word: what a change returns is short. */
function hasWord(text: string, value: string): boolean {
  const at = text.length <= longestResult ? text.indexOf(value) : -1;
  return at !== -1 && !/[\p{L}\p{N}]/u.test((text[at - 1] ?? " ") + (text[at + value.length] ?? " "));
}

const longestResult = 500;
