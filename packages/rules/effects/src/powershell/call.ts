/** A call of a PowerShell command or a Windows program, in terms of the engine's effects. */
import type { Effect } from "../effects.ts";
import type { EffectEntry } from "../engine/call-entry.ts";
import { callLibrary } from "../engine/call-library.ts";
import { type EffectWithoutCertainty, emit, emitUnknown, type Interpreter } from "../engine/interpreter.ts";
import type { Span } from "../engine/ir.ts";
import type { Value } from "../engine/value.ts";

/** A call of a command or a program. */
export interface ProgramCall {
  /** Its name as the program has it. */
  readonly by: string;
  /** The input from a pipe. */
  readonly input: Value | null;
  /** Whether the code sets the variables of its caller. */
  readonly inCaller: boolean;
  readonly span: Span;
  readonly interpreter: Interpreter;
}

type WithoutBase<T> = T extends Effect ? Omit<T, "certainty" | "by" | "start" | "end"> : never;

/** An effect without the members that all effects have. */
export type NewEffect = WithoutBase<Effect>;

/** Adds an effect of a call. */
export function emitEffect({ by, span, interpreter }: ProgramCall, effect: NewEffect): void {
  emit(interpreter, { ...effect, by, start: span.start, end: span.end } as EffectWithoutCertainty);
}

/** Emits the effect `anything`: it is unknown what happens. */
export function emitAnything({ by, span, interpreter }: ProgramCall, reason: string): void {
  emitUnknown(interpreter, by, reason, span);
}

/** Arguments by the names that the effects of an entry refer to. */
export type NamedValues = Readonly<Record<string, Value | null | undefined>>;

/** Emits the effects of catalogue rows for the arguments of a call. @returns what is read or fetched, or what code returns */
export function perform(call: ProgramCall, effects: readonly EffectEntry[], values: NamedValues): Value {
  const passed = Object.entries(values).flatMap(([name, value]) => (value ? [{ name, value }] : []));
  const { by, span, interpreter } = call;
  return callLibrary({ calls: by, effects }, { name: by, self: null, passed, span, interpreter });
}

/** A process, or the machine, ends. */
export const signal = (process: string | null): NewEffect => ({ kind: "signal", process, harmless: false });
/** Something that is no file is deleted. */
export const discard = (what: string): NewEffect => ({ kind: "discard", what });
/** A disk is destroyed. */
export const destroyed: NewEffect = { kind: "destroy", target: null, recursive: true };
/** A copy of a whole disk is made, from which also files can be read that the system locks: the stored passwords. */
export const diskCopy: NewEffect = { kind: "reveal", what: "all files of a disk, also those that the system locks" };
/** A protection of the system is lowered. */
export const lowered = (value: string): NewEffect => ({
  kind: "permission",
  target: null,
  recursive: false,
  change: "attributes",
  value,
  grants: true,
});
/** Something runs later or changes how the system starts. */
export const persist = (where: "schedule" | "service" | "settings"): NewEffect => ({
  kind: "persist",
  where,
  target: null,
});
/** A user gets rights. */
export const privilege = (user: string | null, grants?: true): NewEffect => ({ kind: "privilege", user, grants });
