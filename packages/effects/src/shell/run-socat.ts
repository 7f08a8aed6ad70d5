import { portOf } from "./address.ts";
import { type Argument, literalOf } from "./argument.ts";
import { noteContact } from "./contact.ts";
import { noteRead, noteWrite } from "./file-deeds.ts";
import { type Flow, pour } from "./flow.ts";
import { noStreams, note, type Run, type Streams, spanOf } from "./run.ts";
import { runText } from "./run-shell.ts";
import { copyState, type ShellState } from "./state.ts";

/** Runs `socat`, which connects two places: hosts, files and programs. */
export function runSocat(words: readonly Argument[], state: ShellState, io: Streams, run: Run): void {
  const [head, ...args] = words;
  if (head === undefined) return;
  const places = args.filter((at) => !/^-./.test(literalOf(at) ?? ""));
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
    noteContact({ ...contact, flow: sent(places, at, io, state, run, head) }, "socat", spanOf(head, at), run);
    return [contact.host];
  });
  const from: Flow["from"] = hosts.map((host) => ({ kind: "network", host }));
  for (const at of places) {
    const text = at.value?.text ?? at.known ?? "";
    const [, kind = "", rest = ""] = /^(exec|system|shell):([^,]*)/i.exec(text) ?? [];
    if (kind !== "") {
      note({ kind: "execute", program: rest.replace(/^["']|["']$/g, ""), from }, "socat", spanOf(head, at), run);
      runText(rest.replace(/^["']|["']$/g, ""), at, copyState(state), "socat", noStreams, run);
    }
    const [, mode, path] = /^(open|create|file|gopen):([^,]+)/i.exec(text) ?? [];
    if (mode !== undefined && path !== undefined && from.length > 0) {
      const value = { text: path, glob: false };
      if (/^create$/i.test(mode))
        noteWrite("replace", { from }, { value, by: "socat", span: spanOf(head, at) }, state, run);
    }
  }
  pour(io.output, { from: from.length > 0 ? from : [{ kind: "output", by: "socat" }] });
}

/** What goes to a host: what the other place holds. */
function sent(
  places: readonly Argument[],
  own: Argument,
  io: Streams,
  state: ShellState,
  run: Run,
  head: Argument,
): Flow {
  const other = places.find((at) => at !== own);
  const text = other?.value?.text ?? "";
  const [, path] = /^(?:open|file|gopen|rdonly):([^,]+)/i.exec(text) ?? [];
  if (path !== undefined && other !== undefined) {
    return noteRead({ value: { text: path, glob: false }, by: "socat", span: spanOf(head, other) }, state, run);
  }
  if (/^(-|stdin|stdio)/i.test(text)) return io.input ?? { from: [{ kind: "input" }] };
  const [, kind] = /^(exec|system):/i.exec(text) ?? [];
  return { from: kind === undefined ? [{ kind: "unknown" }] : [{ kind: "output", by: text.slice(kind.length + 1) }] };
}
