import type { Effect, Origin } from "@helve/effects";
import { readPython } from "./read.ts";

/**
 * The effects of a program, in short words: `delete a/b`, `read ?`, `network out example.org`, `execute rm`,
 * `execute from network`, `signal`, `anything`.
 */
export function effectTexts(program: string): readonly string[] {
  return readPython(program).effects.flatMap(wordsOf);
}

function wordsOf(effect: Effect): readonly string[] {
  switch (effect.kind) {
    case "read":
    case "list":
    case "delete":
    case "destroy":
    case "write":
    case "permission":
      return [`${effect.kind} ${effect.target?.path ?? "?"}`, ...fromWords(effect)];
    case "move":
      return [`move ${effect.target?.path ?? "?"} ${effect.to?.path ?? "?"}`];
    case "network":
      return [`network ${effect.direction} ${effect.host ?? "?"}`, ...fromWords(effect)];
    case "execute":
      return [`execute ${effect.program ?? "code"}`, ...fromWords(effect)];
    case "exhaust":
      return [`exhaust ${effect.what}`];
    case "persist":
      return [`persist ${effect.where}`];
    default:
      return [effect.kind];
  }
}

/** `execute from network`, `network from file .env`: each origin once. */
function fromWords(effect: Effect): readonly string[] {
  const origins: readonly Origin[] = "from" in effect ? effect.from : [];
  return origins.map(
    (origin) => `${effect.kind} from ${origin.kind}${origin.kind === "file" ? ` ${origin.target?.path ?? "?"}` : ""}`,
  );
}
