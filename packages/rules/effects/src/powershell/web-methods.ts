import { objectValue, unknownValue, unknownValueFrom, type Value } from "../engine/value.ts";
import { type ProgramCall, perform } from "./call.ts";
import { fetched, sent } from "./network.ts";

/** Calls a method of a client for the web. */
export function webMethod(type: string, name: string, args: readonly Value[], call: ProgramCall): Value {
  const [url, body] = args;
  if (/^(?:upload|post|put|patch|send$|sendasync)/.test(name)) {
    const last = args.at(-1);
    const read = [{ kind: "read", target: "file" }] as const;
    const data = name.startsWith("uploadfile") ? perform(call, read, { file: last }) : (last ?? unknownValue);
    return sent(call, name === "send" ? undefined : url, data === url ? undefined : data);
  }
  if (!/^(?:download|get|openread|create|open$|delete)/.test(name) || /^get(?:type|hashcode|response$)/.test(name))
    return objectValue(type, [{ kind: "network", host: null }]);
  const answer = fetched(call, name === "open" ? body : url);
  if (name.startsWith("downloadfile"))
    perform(call, [{ kind: "write", target: "to", mode: "replace", from: "answer" }], {
      to: body ?? unknownValue,
      answer,
    });
  return name === "create" || name === "open" ? objectValue(type, answer.from) : unknownValueFrom(answer.from);
}
