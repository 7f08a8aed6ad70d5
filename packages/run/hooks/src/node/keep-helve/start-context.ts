/** The inputs for judging the start of a client: the project, the user, and the clients that call Helve. */
import type { CommandEffect, Effect } from "@helve/effects";
import type { HookClient } from "../../hook-event.ts";
import { areHooked } from "../clients/user-settings.ts";
import type { StartContext } from "./client-starts.ts";
import type { KeptPlaces } from "./kept-places.ts";
import type { Reading } from "./reading.ts";
import { fileNamed, isAtOrAbove } from "./words.ts";

/** Collects the inputs for judging the start of a client. */
export function startContext(
  commands: readonly CommandEffect[],
  effects: readonly Effect[],
  { places, paths }: Reading,
): StartContext {
  const { home, cwd, client } = places;
  const clears = ({ words: [program, ...words] }: CommandEffect): boolean =>
    surroundings.test(program?.text ?? "") ||
    (/^(?:.*\/)?env$/.test(program?.text ?? "") &&
      words.some(({ text }) => /^(?:-|-i|-u.*|--ignore-environment|--unset.*)$/.test(text ?? "")));
  const project = paths.realPath(fileNamed(cwd));
  return {
    home,
    paths,
    changesUser: commands.some(clears) || effects.some(({ kind }) => kind === "privilege"),
    isInProject: (directory) => isAtOrAbove(project, paths.realPath(fileNamed(directory))),
    isGuarded: (other) => other === client || callsHelve(other, places),
  };
}

/** Programs that start another one with other files, another user or another time. */
const surroundings =
  /^(?:.*\/)?(?:faketime|unshare|nsenter|chroot|proot|bwrap|firejail|fakechroot|systemd-run|machinectl|toolbox|distrobox(?:-\w+)?|wsl|flatpak|snap|nix|nix-shell|devbox|pkgx|mise|limactl|lima|multipass|orb|colima)$/;

/** Whether the settings of a client, of the user or of the project, call Helve. */
function callsHelve(client: HookClient, { home, cwd, environment = {} }: KeptPlaces): boolean {
  return (
    client !== "docker-mcp" &&
    (["user", "project"] as const).some((scope) => areHooked(client, scope, { home, cwd, environment }))
  );
}
