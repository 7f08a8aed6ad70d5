import type { Guard } from "@helve/core";
import { Engine, type Inspector } from "@helve/enforcer";
import { keptPredicates, keptRules, platform, stateFolder, writtenTextsRecorder } from "@helve/hooks/node";
import type { Policy } from "@helve/predicates";
import type { Sandbox } from "@helve/sandbox";
import type { Io } from "../../io.ts";
import { withLanguages } from "../../languages.ts";
import { ownFolder } from "../../own-folder.ts";
import { rulesFromText } from "../../rules-source.ts";

/** Creates the built-in guard for chats with tools on the machine's files. */
export function keptGuard(
  { workingDirectory: cwd }: Sandbox,
  { home, environment }: Io,
  { inspect, tools }: { readonly inspect: Inspector; readonly tools: Policy["tools"] },
): Guard {
  const places = {
    cwd,
    home,
    state: stateFolder(home, environment),
    environment,
    platform: platform(),
    program: ownFolder,
  };
  const { languages = {} } = withLanguages({});
  return new Engine(rulesFromText(keptRules, "built-in rules").program, {
    predicates: keptPredicates(places, languages, { tools, onWritten: writtenTextsRecorder(places.state) }),
    inspect,
    warn: () => undefined, // tools that rules do not see are reported by the rules of the user
  });
}
