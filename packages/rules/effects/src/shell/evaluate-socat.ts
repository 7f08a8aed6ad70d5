import { appendOutput, type Flow } from "../flow.ts";
import { portOf } from "./address.ts";
import { type Argument, literalText } from "./argument.ts";
import { evaluateScript } from "./evaluate-shell.ts";
import { emit, type Shell, spanBetween } from "./evaluation.ts";
import { emitRead, emitWrite } from "./file-effects.ts";
import { emitNetwork } from "./network-effect.ts";
import { copyState } from "./state.ts";
import { contentOfFile } from "./written-files.ts";

/** Emits the effects of `socat`, which connects two addresses: hosts, files or programs. */
export function evaluateSocat(words: readonly Argument[], shell: Shell): void {
  const { state, io, evaluation } = shell;
  const [head, ...args] = words;
  if (head === undefined) return;
  const places = args.filter((at) => !/^-./.test(literalText(at) ?? ""));
  const hosts = places.flatMap((at): readonly (string | null)[] => {
    const text = at.value?.text ?? at.known ?? "";
    const [, kind = "", host, port] = /^([a-z\d-]+):(?:([^:,]*):)?([^:,]*)/i.exec(text) ?? [];
    if (!/^(tcp|udp|openssl|ssl|sctp|tls|dtls)/i.test(kind)) return [];
    const protocol = kind.toLowerCase().replace(/[46]?(-.*)?$/, "");
    const isListen = /-(l|listen|recv)/i.test(kind);
    const direction = isListen ? "listen" : "out";
    const contact = {
      direction,
      host: isListen ? null : (host?.toLowerCase() ?? null),
      ...portOf(port),
      protocol,
    } as const;
    emitNetwork({ ...contact, flow: flowSentTo(places, at, head, shell) }, "socat", spanBetween(head, at), evaluation);
    return [contact.host];
  });
  const from: Flow["from"] = hosts.map((host) => ({ kind: "network", host }));
  for (const at of places) {
    const text = at.value?.text ?? at.known ?? "";
    const [, kind = "", rest = ""] = /^(exec|system|shell):?([^,]*)/i.exec(text) ?? [];
    if (kind !== "") {
      emit(
        { kind: "execute", program: rest.replace(/^["']|["']$/g, "") || "sh", from },
        "socat",
        spanBetween(head, at),
        evaluation,
      );
      const input = inputOf(places, at, shell);
      evaluateScript(rest.replace(/^["']|["']$/g, ""), at, "socat", {
        state: copyState(state),
        io: { input, output: undefined },
        evaluation,
      });
    }
    const [, mode, path] = /^(open|create|file|gopen):([^,]+)/i.exec(text) ?? [];
    if (mode !== undefined && path !== undefined && from.length > 0) {
      const value = { text: path, glob: false };
      if (/^create$/i.test(mode))
        emitWrite(
          { mode: "replace", flow: { from }, value, by: "socat", span: spanBetween(head, at) },
          state,
          evaluation,
        );
    }
  }
  appendOutput(io.output, { from: from.length > 0 ? from : [{ kind: "output", by: "socat" }] });
}

/** Returns the data that `socat` passes from its other address to a program. */
function inputOf(places: readonly Argument[], own: Argument, { state, io, evaluation }: Shell): Flow | undefined {
  const text = literalText(places.find((at) => at !== own)) ?? "";
  const [, path] = /^(?:open|file|gopen|rdonly|pipe):([^,]+)/i.exec(text) ?? [];
  if (path !== undefined) return contentOfFile({ text: path, glob: false }, state, evaluation);
  return /^(-|stdin|stdio)/i.test(text) ? io.input : { from: [{ kind: "unknown" }] };
}

/** Returns the data that `socat` sends to a host from its other address. */
function flowSentTo(
  places: readonly Argument[],
  own: Argument,
  head: Argument,
  { state, io, evaluation }: Shell,
): Flow {
  const other = places.find((at) => at !== own);
  const text = other?.value?.text ?? "";
  const [, path] = /^(?:open|file|gopen|rdonly):([^,]+)/i.exec(text) ?? [];
  if (path !== undefined && other !== undefined) {
    return emitRead(
      { value: { text: path, glob: false }, by: "socat", span: spanBetween(head, other) },
      state,
      evaluation,
    );
  }
  if (/^(-|stdin|stdio)/i.test(text)) return io.input ?? { from: [{ kind: "input" }] };
  const [, kind] = /^(exec|system):/i.exec(text) ?? [];
  return { from: kind === undefined ? [{ kind: "unknown" }] : [{ kind: "output", by: text.slice(kind.length + 1) }] };
}
