import type { Run } from "./run.ts";
import { textValue, unknownFrom, type Value } from "./value.ts";

/** The home directory as a text; `~` when it is not known. */
export function homeText(run: Run): string {
  return run.options.home ?? "~";
}

/** Where the program runs now, as a text; `.` when it is not known or where it began. */
export function directoryText(run: Run): string {
  const begin = run.options.workingDirectory;
  if (run.directory === null) return "\uFFFF";
  if (/^[/~]/.test(run.directory)) return run.directory;
  if (begin !== undefined) return run.directory === "" ? begin : `${begin}/${run.directory}`;
  return ".";
}

/** A variable of the environment. */
export function environmentValue(name: string | undefined, run: Run): Value {
  switch (name) {
    case "HOME":
    case "USERPROFILE":
      return textValue(homeText(run));
    case "PWD":
      return textValue(directoryText(run));
    case "TMPDIR":
    case "TEMP":
    case "TMP":
      return textValue("/tmp");
    default:
      return unknownFrom([{ kind: "environment" }]);
  }
}

/** A path in which `~` at its beginning is the home directory, as `os.path.expanduser` gives it. */
export function expandUser(text: string, run: Run): string {
  return text === "~" || text.startsWith("~/") ? homeText(run) + text.slice(1) : text;
}

/** A text with the variables of the environment that are known. */
export function expandVariables(text: string, run: Run): string {
  return text.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (all, braced, bare) => {
    const known = { HOME: homeText(run), PWD: directoryText(run), TMPDIR: "/tmp" }[String(braced ?? bare)];
    return known ?? (all === "" ? all : "\uFFFF");
  });
}
