// What the effects of a call do to protected paths, besides the writes and deletions that `changes_system` finds.

import type { Effect, Target } from "@helve/effects";
import { type Answer, unsure } from "./answer.ts";
import type { ProtectedKind, ProtectedPaths } from "./protected-paths.ts";

/** What an effect is compared with. */
interface TouchContext {
  readonly paths: ProtectedPaths;
  readonly home: string;
  /** Whether the call runs a command of Helve that only reads. */
  readonly runsHelve: boolean;
}

/** Whether an effect changes, moves or reveals what guards the agent. */
export function touchedPath(effect: Effect, { paths, home, runsHelve }: TouchContext): Answer | undefined {
  const kindOf = (target: Target | null): ProtectedKind | undefined =>
    target === null ? undefined : paths.kindOf(target);
  const changed =
    "target" in effect && /^(?:write|destroy)$/.test(effect.kind) ? kindOf(effect.target ?? null) : undefined;
  const path = "target" in effect ? (effect.target?.path ?? "") : "";
  if (/^(?:write|destroy)$/.test(effect.kind) && /^\/dev\/(?:stdin|fd\/0)$/.test(path)) {
    return unsure(`${effect.by} writes to the file that is its standard input, and it is not known which`);
  }
  if (changed === "linked") {
    return { truth: true, reason: `${effect.by} changes a protected file by another name of it` };
  }
  switch (effect.kind) {
    case "permission":
      return kindOf(effect.target) === undefined
        ? undefined
        : unsure(
            `${effect.by} changes the permissions of ${effect.target?.path}, which is protected or contains protected files`,
          );
    case "move":
      return [effect.target, effect.to].some((target) => /above|settings/.test(kindOf(target) ?? ""))
        ? unsure(`${effect.by} moves a protected file, or a folder with protected files`)
        : undefined;
    case "delete":
    case "destroy":
      return kindOf(effect.target) === "settings"
        ? unsure(`${effect.by} deletes the protected file ${effect.target?.path}`)
        : undefined;
    case "write":
      if (effect.from.some((origin) => origin.kind === "file" && kindOf(origin.target) === "program")) {
        return unsure(`${effect.by} copies the program of Helve, which may then run under another name`);
      }
      // What is written literally is read for the code that it holds.
      return kindOf(effect.target) === "settings" && effect.from.some(({ kind }) => kind !== "literal")
        ? unsure(`${effect.by} writes ${effect.target?.path}, which is protected, and it is not known what`)
        : undefined;
    case "read":
      if (kindOf(effect.target) === "state") {
        return { truth: true, reason: `${effect.by} reads what Helve remembers: helve log prints it` };
      }
      return effect.recursive && kindOf(effect.target) === "above" && effect.target?.path !== home
        ? unsure(`${effect.by} reads a folder with what Helve remembers`)
        : undefined;
    case "execute": {
      const isOwn = effect.from.some((origin) => origin.kind === "file" && kindOf(origin.target) === "program");
      return isOwn && !runsHelve
        ? { truth: true, reason: "it runs code of Helve, which may change what is allowed" }
        : undefined;
    }
    default:
      return undefined;
  }
}
