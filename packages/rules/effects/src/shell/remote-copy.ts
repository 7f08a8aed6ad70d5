/** Evaluates copies from and to other machines: `scp`, `rsync`. */
import { emptyFlow, type Flow, joinFlows } from "../flow.ts";
import { addressOf } from "./address.ts";
import { type Argument, knownPrefix, literalText } from "./argument.ts";
import { type Connection, spanBetween } from "./evaluation.ts";
import { emitRead, emitWrite } from "./file-effects.ts";
import { emitNetwork } from "./network-effect.ts";
import type { ProgramCall } from "./program-call.ts";

/** Matches a path on another machine: `host:path`, `rsync://host/path`, `s3://bucket/key`, `remote:path`, `:webdav,url=…:path`. */
const remote = /^[a-z][\w+.-]*:\/\/|^(?:[^@/:\\]+@)?(?:[\w.-]+|\[[^\]]+\]):|^:[a-z]\w*[,:]/i;

/**
 * Emits a copy from or to another machine: `scp a host:b`.
 *
 * @returns false if all paths are local
 */
export function emitRemoteCopy(call: ProgramCall, sources: readonly Argument[], to: Argument): boolean {
  const { entry, name, head, last, state, evaluation, certainty } = call;
  const places = [...sources, to];
  if (!places.some(isRemote)) return false;
  const span = spanBetween(head, last);
  const recursive = entry.recursive !== undefined;
  const read = (at: Argument): Flow =>
    emitRead({ value: at.value, by: name, span: spanBetween(head, at), recursive, certainty }, state, evaluation);
  if (isRemote(to)) {
    const flow = joinFlows(sources.map((at) => (isRemote(at) ? emptyFlow : read(at))));
    emitNetwork({ direction: "out", ...hostOf(to, entry.protocol), flow, certainty }, name, span, evaluation);
    return true;
  }
  const written = { mode: "replace", value: to.value, by: name, span, recursive, certainty } as const;
  for (const at of sources) {
    if (!isRemote(at)) {
      emitWrite({ ...written, flow: read(at) }, state, evaluation);
      continue;
    }
    const contact = hostOf(at, entry.protocol);
    emitNetwork({ direction: "in", ...contact, flow: emptyFlow, certainty }, name, spanBetween(head, at), evaluation);
    const flow: Flow = { from: [{ kind: "network", host: contact.host }] };
    emitWrite({ ...written, flow }, state, evaluation);
  }
  return true;
}

/** Whether a word names a file on another machine. */
function isRemote(at: Argument): boolean {
  return remote.test(literalText(at) ?? knownPrefix(at));
}

/** The host and protocol of a remote path; the host of a storage bucket is unknown. */
function hostOf(at: Argument, protocol: string | undefined): Connection {
  const { host, port, protocol: own } = addressOf(at);
  const used = own ?? protocol ?? "ssh";
  // A bucket is no host.
  const isBucket = /^(s3|gs|az|b2)$/.test(used);
  return { host: isBucket ? null : host, port, protocol: used };
}
