import type { Effect, Origin, Target } from "@helve/effects";
import { certainHit, type EffectPredicate, unknownHit } from "./effect-predicate.ts";
import { type ActionWords, codePhrases } from "./phrases.ts";

/** Predicates about single effects, dangerous or not. The rules of the AgentSpec paper use them by these names. */
export const generalEffectPredicates: readonly EffectPredicate[] = [
  general(
    "read_io reads_file",
    { does: "reads the content of a file", doesNot: "read the content of a file", zh: "读取文件的内容" },
    ({ kind }) => kind === "read",
    "read",
  ),
  general(
    "write_to_io writes_file",
    { does: "writes to a file", doesNot: "write to a file", zh: "写入文件" },
    ({ kind }) => kind === "write",
    "write",
  ),
  general(
    "copy_file copies_file",
    {
      does: "writes the content of a file to another file",
      doesNot: "write the content of a file to another file",
      zh: "将文件的内容写入另一文件",
    },
    copies,
    "copy",
  ),
  general(
    "list_directory lists_directory",
    { does: "lists the names in a directory", doesNot: "list the names in a directory", zh: "列出目录中的名称" },
    ({ kind }) => kind === "list",
    "list",
  ),
  general(
    "check_shell_exec runs_program",
    { does: "starts a program", doesNot: "start a program", zh: "启动程序" },
    (effect) => isExecution(effect) && effect.program !== null,
  ),
  general(
    "execute_script runs_script",
    { does: "runs code from a file", doesNot: "run code from a file", zh: "运行文件中的代码" },
    runsScript,
  ),
  general(
    "submit_post_request submits_post_request",
    { does: "sends data over HTTP", doesNot: "send data over HTTP", zh: "以 HTTP 发送数据" },
    sendsOverHttp,
    "send",
  ),
  general(
    "lower_privilege lowers_privilege",
    {
      does: "acts with the rights of a user who is not an administrator",
      doesNot: "act with the rights of a user who is not an administrator",
      zh: "以非管理员用户的权限运行",
    },
    lowersPrivilege,
  ),
  withoutExemptions(
    "involve_system_file involves_system_file",
    {
      does: "reads, writes or deletes a file of the system",
      doesNot: "read, write or delete any file of the system",
      zh: "读取、写入或删除系统文件",
    },
    (effect) => effect.kind !== "list" && isAboutSystem(effect),
    "read",
  ),
  withoutExemptions(
    "involve_system_dir involves_system_dir",
    {
      does: "lists, searches or changes a directory of the system",
      doesNot: "list, search or change any directory of the system",
      zh: "列出、搜索或更改系统目录",
    },
    (effect) => (effect.kind === "list" || ("recursive" in effect && effect.recursive)) && isAboutSystem(effect),
    "list",
  ),
  program(
    "access_clipboard accesses_clipboard",
    { does: "reads or changes the clipboard", doesNot: "read or change the clipboard", zh: "读取或更改剪贴板" },
    /^(pbcopy|pbpaste|xclip|xsel|wl-copy|wl-paste|clip(\.exe)?|xclipboard|termux-clipboard-(get|set))$/,
  ),
  program(
    "capture_screenshot captures_screenshot",
    { does: "takes a picture of the screen", doesNot: "take a picture of the screen", zh: "截取屏幕" },
    /^(screencapture|scrot|gnome-screenshot|maim|grim|flameshot|spectacle|xwd|import|snippingtool(\.exe)?|nircmd(\.exe)?)$/,
  ),
  program(
    "monitor_file_system_event monitors_files",
    { does: "waits for changes of files", doesNot: "wait for changes of files", zh: "等待文件变化" },
    /^(inotifywait|inotifywatch|fswatch|watchman|watchexec|entr|nodemon|auditctl|fanotify)$/,
  ),
  program(
    "check_process_status checks_process_status",
    { does: "lists processes or inspects them", doesNot: "list processes or inspect them", zh: "列出或查看进程" },
    /^(ps|pgrep|pidof|top|htop|pstree|lsof|tasklist(\.exe)?|pidstat)$/,
  ),
];

type Matches = (effect: Effect) => boolean | "unknown";

/** Creates a predicate about single effects. */
function general(
  names: string,
  words: ActionWords,
  matches: Matches,
  operand?: EffectPredicate["operand"],
): EffectPredicate {
  const [first = "", ...aliases] = names.split(" ");
  const { does } = words;
  return {
    names: [first, ...aliases],
    description: `Whether the code ${does}.`,
    phrase: codePhrases(words),
    operand,
    falseReason: `nothing in the code ${does}`,
    createTest: () => (effect) => {
      const truth = matches(effect);
      return truth === "unknown" ? unknownHit : truth && certainHit;
    },
  };
}

/** Creates a predicate that does not heed what a policy exempts. */
function withoutExemptions(
  names: string,
  words: ActionWords,
  matches: Matches,
  operand: EffectPredicate["operand"],
): EffectPredicate {
  return {
    ...general(names, words, matches, operand),
    description: `Whether the code ${words.does}, without exemptions.`,
  };
}

/** Creates a predicate that is true if one of some programs is started. */
function program(names: string, words: ActionWords, pattern: RegExp): EffectPredicate {
  return general(names, words, (effect) => {
    return isExecution(effect) && effect.program !== null && pattern.test(effect.program.replace(/^.*\//s, ""));
  });
}

function isExecution(effect: Effect): effect is Extract<Effect, { kind: "execute" }> {
  return effect.kind === "execute";
}

function isFile({ kind }: Origin): boolean {
  return kind === "file";
}

/** Whether an effect copies a file. */
function copies(effect: Effect): boolean {
  return effect.kind === "write" && effect.from.some(isFile);
}

/** Whether an effect runs a script. */
function runsScript(effect: Effect): boolean {
  return isExecution(effect) && (effect.from.some(isFile) || effect.program?.includes("/") === true);
}

/** Whether an effect sends data over HTTP; unknown if its protocol is. */
function sendsOverHttp(effect: Effect): boolean | "unknown" {
  if (effect.kind !== "network" || effect.direction !== "out") return false;
  return effect.protocol === undefined ? "unknown" : /^https?$/.test(effect.protocol);
}

/** Whether an effect switches to a user with fewer rights. */
function lowersPrivilege(effect: Effect): boolean | "unknown" {
  if (effect.kind !== "privilege") return false;
  return effect.user === null ? "unknown" : !/^(root|0|#0|admin(istrator)?|system)$/i.test(effect.user);
}

/** Whether an effect is about a file or a directory of the system. */
function isAboutSystem(effect: Effect): boolean {
  const targets = "target" in effect ? [effect.target, effect.kind === "move" ? effect.to : null] : [];
  return targets.some((target) => target !== null && isOfSystem(target));
}

/** Whether a path is a system file; devices such as `/dev/null` are not. */
function isOfSystem({ path }: Target): boolean {
  return systemDirectory.test(path) && !/^\/dev\/(null|zero|full|random|urandom|tty|std\w+|fd\/.*|pts\/.*)$/.test(path);
}

const systemDirectory =
  /^\/(?:$|(?:etc|proc|sys|boot|dev|root|bin|sbin|lib\w*|usr|var|opt|run|System|Library|private\/(?:etc|var))(?:\/|$))|^\/?[a-z]:(?:\/?$|\/(?:windows|program files|programdata|boot|recovery|\$recycle))|^\/hk(?:lm|cr|u|cc):/i;
