import { addressOf } from "./address.ts";
import { type Argument, beginningOf, literalOf } from "./argument.ts";
import type { Call } from "./call.ts";
import { noteContact } from "./contact.ts";
import { noteRead, noteWrite } from "./file-deeds.ts";
import { type Flow, joinFlows, nothing } from "./flow.ts";
import { type Connection, spanOf } from "./run.ts";

/** A place on another machine: `host:path`, `rsync://host/path`, `s3://bucket/key`, `remote:path`. */
const remote = /^[a-z][\w+.-]*:\/\/|^(?:[^@/:\\]+@)?(?:[\w.-]+|\[[^\]]+\]):/i;

/**
 * Notes a copy from or to another machine.
 *
 * @returns whether it is one: none when all places are here
 */
export function noteTransfer(call: Call, sources: readonly Argument[], to: Argument): boolean {
  const { entry, name, head, last, state, run, sure } = call;
  const places = [...sources, to];
  if (!places.some(isRemote)) return false;
  const span = spanOf(head, last);
  const recursive = entry.recursive !== undefined;
  const read = (at: Argument): Flow =>
    noteRead({ value: at.value, by: name, span: spanOf(head, at), recursive, sure }, state, run);
  if (isRemote(to)) {
    const flow = joinFlows(sources.map((at) => (isRemote(at) ? nothing : read(at))));
    noteContact({ direction: "out", ...hostOf(to, entry.protocol), flow, sure }, name, span, run);
    return true;
  }
  for (const at of sources) {
    if (!isRemote(at)) {
      noteWrite("replace", read(at), { value: to.value, by: name, span, recursive, sure }, state, run);
      continue;
    }
    const contact = hostOf(at, entry.protocol);
    noteContact({ direction: "in", ...contact, flow: nothing, sure }, name, spanOf(head, at), run);
    const flow: Flow = { from: [{ kind: "network", host: contact.host }] };
    noteWrite("replace", flow, { value: to.value, by: name, span, recursive, sure }, state, run);
  }
  return true;
}

function isRemote(at: Argument): boolean {
  return remote.test(literalOf(at) ?? beginningOf(at));
}

function hostOf(at: Argument, protocol: string | undefined): Connection {
  const { host, port, protocol: own } = addressOf(at);
  const used = own ?? protocol ?? "ssh";
  // A bucket is no host.
  const isBucket = /^(s3|gs|az|b2)$/.test(used);
  return { host: isBucket ? null : host, ...(port !== undefined && { port }), protocol: used };
}
