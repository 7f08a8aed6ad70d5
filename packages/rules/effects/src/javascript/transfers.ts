// Data that goes over a connection, or from one stream to another, by the names of methods of unknown objects.

import type { Origin } from "../effects.ts";
import { emit, type Interpreter, type MethodCall } from "../engine/interpreter.ts";
import type { Span } from "../engine/ir.ts";
import { exactText, exactValue, knownTexts, listValue, textValue } from "../engine/value.ts";
import { nonLiteralOrigins } from "../engine/value-origins.ts";
import { unknownText } from "../unknown-text.ts";

/** Methods that send data over a connection, or connect it with a process. */
const sends = /^(write|end|send|emit|sendText|publish|put|pipe)$/;

/** Emits that data goes to another host, or that what comes from there is run. */
export function emitTransfer({ name: by, positional, self, span, interpreter }: MethodCall): void {
  const [first] = positional;
  const remote = self.from.find((origin) => origin.kind === "network");
  const { start, end } = span;
  if (by === "exec" && remote !== undefined && exactText(first) !== undefined && first !== undefined) {
    // A command for a machine to which `ssh2` has connected.
    const words = [textValue("ssh"), textValue(remote.host ?? unknownText), first];
    const spawn = exactValue({ kind: "library", name: "child_process.execFileSync" });
    const [program, ...others] = words;
    if (program !== undefined)
      interpreter.call(
        spawn,
        [program, listValue(others)].map((value) => ({ name: null, value })),
        span,
      );
  }
  if (!sends.test(by) || first === undefined) return;
  if (by === "pipe") connect(self.from, nonLiteralOrigins(first), span, interpreter);
  else if (remote !== undefined && (nonLiteralOrigins(first).length > 0 || knownTexts(first).length > 0))
    emit(interpreter, {
      kind: "network",
      by,
      direction: "out",
      host: remote.host,
      from: positional.flatMap(nonLiteralOrigins),
      start,
      end,
    });
}

/** `source.pipe(target)`: data of the source is sent to a host, or run by a process. */
function connect(
  source: readonly Origin[],
  target: readonly Origin[],
  { start, end }: Span,
  interpreter: Interpreter,
): void {
  const host = target.find((origin) => origin.kind === "network");
  const base = { by: "pipe", start, end };
  if (host !== undefined)
    emit(interpreter, { ...base, kind: "network", direction: "out", host: host.host, from: source });
  const isFromNetwork = source.some(({ kind }) => kind === "network");
  if (isFromNetwork && target.some(({ kind }) => kind === "output"))
    emit(interpreter, { ...base, kind: "execute", program: null, from: source });
}
