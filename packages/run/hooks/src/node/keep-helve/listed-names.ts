/** Finds names of protected files that one program lists and another receives: `ls -R ~/.local | mytool`. */
import type { CommandEffect, Effect, FileEffect } from "@helve/effects";
import { fileKey } from "@helve/effects";
import { type Answer, unsure } from "./answer.ts";
import type { Calls, Reading } from "./reading.ts";
import { programName } from "./words.ts";

/** Whether a program that is not known to only read gets names which another command of the call lists: by a pipe, or in a file. */
export function listedNames(
  command: CommandEffect,
  { effects, files }: Pick<Calls, "effects" | "files">,
  { paths, places, decision }: Pick<Reading, "paths" | "places" | "decision">,
): Answer | undefined {
  // A program that xargs starts is a command of its own, with the listed names among its words.
  const name = programName(command.words[0]);
  if (command.elsewhere || command.isModeled || /^(?:xargs|parallel)$/.test(name)) return undefined;
  const lists = effects.filter(
    (effect): effect is FileEffect =>
      effect.kind === "list" &&
      effect.end <= command.start &&
      effect.target !== null &&
      (effect.recursive || effect.target.glob || paths.kindOf(effect.target) === "state") &&
      paths.mayHoldState(effect.target),
  );
  if (lists.length === 0) return undefined;
  const texts = Object.values(decision.action.args).filter((text) => typeof text === "string");
  const isPiped = ({ end }: Effect): boolean =>
    texts.some((text) => text.length >= command.end && pipe.test(text.slice(end, command.start)));
  const inFile = command.words.slice(1).flatMap(({ target }) => {
    const key = target === null ? "" : fileKey(target.path, { workingDirectory: places.cwd, home: places.home });
    return (files.get(key)?.from ?? []).flatMap((origin) => (origin.kind === "output" ? [origin.by] : []));
  });
  const found = lists.find((list) => isPiped(list) || inFile.includes(list.by));
  return (
    found &&
    unsure(`${programName(command.words[0])} gets the names of files that Helve keeps, which ${found.by} lists`)
  );
}

/** Matches the text between two commands of one pipe. */
const pipe = /^[^;&\n]*\|[^;&\n]*$/;
