/** Finds calls that act on running programs, such as the client that calls the hooks: `kill`, debuggers. */
import type { CommandEffect, Effect } from "@helve/effects";
import { type Answer, unsure } from "./answer.ts";
import type { ToolArgument } from "./argument-texts.ts";
import { programName } from "./words.ts";

/**
 * Whether a command stops a running program that may be a client, or runs code in it. Ending a client ends its session, which loosens nothing.
 *
 * @param texts - the arguments of the call, which name the parent process
 */
export function actsOnClient(
  { words: [program, ...words], code, isModeled, elsewhere }: CommandEffect,
  { effects, texts }: { readonly effects: readonly Effect[]; readonly texts: readonly ToolArgument[] },
): Answer | undefined {
  const name = programName(program);
  const own = words.map(({ text, pattern }) => text ?? pattern);
  if (elsewhere) return undefined;
  const signals = killing.test(name);
  if (signals && own.some((text, index) => isStop(text, own[index - 1])))
    return unsure(
      `${name} stops programs without ending them or opens their debugger, and they may be those that decide`,
    );
  if (signals && name !== "kill" && own.some((text) => /helve/.test(text)))
    return unsure(`${name} ends programs of Helve`);
  const attaches = attaching.test(name) && own.some((text) => /^(?:-\w*p|--(?:pid|attach)|\d+$|\*$)/.test(text));
  const namesParent = !isModeled && !signals && !showing.test(name) && texts.some(({ text }) => /\bPPID\b/.test(text));
  const codes = [...words.flatMap(({ isCode, pattern }) => (isCode === true ? [pattern] : [])), code ?? ""];
  const sends = effects.some(({ kind }) => kind === "signal");
  if (attaches || namesParent || codes.some((text) => acting.test(text) || (sends && choosingProcess.test(text))))
    return unsure(`${name} changes or limits a program that runs, which may be a client or the program that decides`);
  return undefined;
}

/** Whether an effect writes to a process or to the limits of processes by their files: `/proc/12/mem`. */
export function writesToProcess(effect: Effect): Answer | undefined {
  const isProcess = effect.kind === "write" && processFiles.test(effect.target?.path ?? "");
  return isProcess ? unsure(`${effect.by} changes a program that runs, which may be the one that decides`) : undefined;
}

const processFiles = /^\/(?:proc\/(?!(?:self|thread-self|sys)\/)[^/]+|sys\/fs\/cgroup)\//;

const killing = /^(?:kill|pkill|killall\d?|skill|snice)$/;

/** Whether an argument of `kill` stops a program without ending it (`-STOP`), or opens Node's debugger (`-USR1`). */
function isStop(text: string, before = ""): boolean {
  return stops.test(text) || (/^(?:-s|--signal)$/.test(before) && stops.test(`-${text}`));
}

/** Signals that stop a program without ending it, and the one by which Node opens its debugger. */
const stops = /^-(?:-signal=)?(?:SIG)?(?:T?STOP|TSTP|TTIN|TTOU|USR1|10|19|2[012]|30)$/i;

/** Programs that hold another one back, or run code in it: without processes or memory of its own, a client starts no hook. */
const attaching =
  /^(?:prlimit|cpulimit|gdb|lldb|strace|ltrace|bpftrace|dtrace|perf|rr|frida(?:-\w+)?|pyrasite(?:-\w+)?|reptyr|renice|ionice|taskset|chrt|schedtool|cgclassify|criu|jattach)$/;

/** Programs that only show a process, or wait for it. */
const showing = /^(?:ps|pgrep|pstree|lsof|top|htop|wait|node|python[\d.]*|ruby|perl|(?:ba|z|da)?sh)$/;

/** Code that acts on other processes in no everyday way. */
const acting = /\b(?:_debug(?:Process|End)|prlimit|ptrace|process_vm_writev|pidfd_(?:send_signal|getfd))\b|\.suspend\(/;

/** Code that sends a signal: to the parent process or one that it searches for, or one that stops it or opens a debugger. */
const choosingProcess = /\b(?:get)?ppid\b|\/proc\b|psutil|pgrep|pidof|\b(?:SIG)?(?:USR1|STOP|TSTP|TTIN|TTOU)\b/;
