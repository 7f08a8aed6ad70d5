import type { Effect, Origin, Target } from "@helve/effects";
import { certainHit, type EffectPredicate, unknownHit } from "./effect-predicate.ts";

/** Predicates that rules written elsewhere use: about single effects, whether they are dangerous or not. */
export const generalEffectPredicates: readonly EffectPredicate[] = [
  general("read_io reads_file", "reads the content of a file", ({ kind }) => kind === "read", "read"),
  general("write_to_io writes_file", "writes to a file", ({ kind }) => kind === "write", "write"),
  general("copy_file copies_file", "writes the content of a file to another file", copies, "copy"),
  general("list_directory lists_directory", "lists the names in a directory", ({ kind }) => kind === "list", "list"),
  general(
    "check_shell_exec runs_program",
    "starts a program",
    (effect) => isExecution(effect) && effect.program !== null,
  ),
  general("execute_script runs_script", "runs code from a file", runsScript),
  general("submit_post_request submits_post_request", "sends data over HTTP", sendsOverHttp, "send"),
  general(
    "lower_privilege lowers_privilege",
    "acts with the rights of a user who is not an administrator",
    lowersPrivilege,
  ),
  general(
    "involve_system_file involves_system_file",
    "reads, writes or deletes a file of the system, without exemptions",
    (effect) => effect.kind !== "list" && isAboutSystem(effect),
    "read",
  ),
  general(
    "involve_system_dir involves_system_dir",
    "lists, searches or changes a directory of the system, without exemptions",
    (effect) => (effect.kind === "list" || ("recursive" in effect && effect.recursive)) && isAboutSystem(effect),
    "list",
  ),
  program(
    "access_clipboard accesses_clipboard",
    "reads or changes the clipboard",
    /^(pbcopy|pbpaste|xclip|xsel|wl-copy|wl-paste|clip(\.exe)?|xclipboard|termux-clipboard-(get|set))$/,
  ),
  program(
    "capture_screenshot captures_screenshot",
    "takes a picture of the screen",
    /^(screencapture|scrot|gnome-screenshot|maim|grim|flameshot|spectacle|xwd|import|snippingtool(\.exe)?|nircmd(\.exe)?)$/,
  ),
  program(
    "monitor_file_system_event monitors_files",
    "waits for changes of files",
    /^(inotifywait|inotifywatch|fswatch|watchman|watchexec|entr|nodemon|auditctl|fanotify)$/,
  ),
  program(
    "check_process_status checks_process_status",
    "lists processes or inspects them",
    /^(ps|pgrep|pidof|top|htop|pstree|lsof|tasklist(\.exe)?|pidstat)$/,
  ),
];

type Matches = (effect: Effect) => boolean | "unknown";

/** Creates a predicate from its names and a verb phrase. */
function general(names: string, does: string, matches: Matches, operand?: EffectPredicate["operand"]): EffectPredicate {
  const [first = "", ...aliases] = names.split(" ");
  return {
    names: [first, ...aliases],
    description: `Whether the code ${does}.`,
    ...(operand !== undefined && { operand }),
    falseReason: `nothing in the code ${does}`,
    createTest: () => (effect) => {
      const truth = matches(effect);
      return truth === "unknown" ? unknownHit : truth && certainHit;
    },
  };
}

/** Creates a predicate that is true if one of some programs is started. */
function program(names: string, does: string, pattern: RegExp): EffectPredicate {
  return general(names, does, (effect) => {
    return isExecution(effect) && effect.program !== null && pattern.test(effect.program.replace(/^.*\//s, ""));
  });
}

function isExecution(effect: Effect): effect is Extract<Effect, { kind: "execute" }> {
  return effect.kind === "execute";
}

function isFile({ kind }: Origin): boolean {
  return kind === "file";
}

function copies(effect: Effect): boolean {
  return effect.kind === "write" && effect.from.some(isFile);
}

function runsScript(effect: Effect): boolean {
  return isExecution(effect) && (effect.from.some(isFile) || effect.program?.includes("/") === true);
}

function sendsOverHttp(effect: Effect): boolean | "unknown" {
  if (effect.kind !== "network" || effect.direction !== "out") return false;
  return effect.protocol === undefined ? "unknown" : /^https?$/.test(effect.protocol);
}

function lowersPrivilege(effect: Effect): boolean | "unknown" {
  if (effect.kind !== "privilege") return false;
  return effect.user === null ? "unknown" : !/^(root|0|#0|admin(istrator)?|system)$/i.test(effect.user);
}

/** Whether an effect is about a file or a directory of the system. */
function isAboutSystem(effect: Effect): boolean {
  const targets = "target" in effect ? [effect.target, effect.kind === "move" ? effect.to : null] : [];
  return targets.some((target) => target !== null && isOfSystem(target));
}

/** Devices without stored content are not files of the system. */
function isOfSystem({ path }: Target): boolean {
  return systemDirectory.test(path) && !/^\/dev\/(null|zero|full|random|urandom|tty|std\w+|fd\/.*|pts\/.*)$/.test(path);
}

const systemDirectory =
  /^\/(?:$|(?:etc|proc|sys|boot|dev|root|bin|sbin|lib\w*|usr|var|opt|run|System|Library|private\/(?:etc|var))(?:\/|$))|^\/?[a-z]:(?:\/?$|\/(?:windows|program files|programdata|boot|recovery|\$recycle))|^\/hk(?:lm|cr|u|cc):/i;
