import { type Call, emit, emitUnknown } from "../evaluation.ts";
import { emitWrite, targetsOf } from "../file-effects.ts";
import { emitFetch, emitSend } from "../network.ts";
import { textOf, textValue, unknownValue, type Value } from "../value.ts";

/** Programs of Windows that run code or fetch files for others. @returns whether the program is one */
export function startedBy(program: string, args: readonly Value[], call: Call): boolean {
  const texts = args.map(textOf);
  const line = texts.map((text) => text ?? "\0").join(" ");
  const url =
    args.find(({ text }) => /https?:\/\/|ftp:\/\//i.test(text ?? "")) ?? args.find(({ text }) => text === undefined);
  switch (program) {
    case "mshta":
    case "regsvr32":
    case "rundll32":
    case "wscript":
    case "cscript":
    case "installutil":
    case "regasm":
    case "msbuild":
    case "hh":
    case "forfiles":
    case "pcalua":
    case "psexec":
      if (program === "msbuild" && url === undefined) return false;
      emit(call, {
        kind: "execute",
        program: null,
        from: url === undefined ? [{ kind: "unknown" }] : emitFetch(call, url).from,
      });
      emitUnknown(call, `${program} runs code that is not read`);
      return true;
    case "certutil":
      return certificateTool(line, args, url, call);
    case "bitsadmin": {
      if (/\/setnotifycmdline/i.test(line)) emit(call, { kind: "persist", where: "schedule", target: null });
      if (!/\/(?:transfer|addfile)/i.test(line)) return true;
      if (/\/upload/i.test(line)) emitSend(call, url, unknownValue);
      else emitWrite(call, "replace", targetsOf(args.at(-1), call, true), emitFetch(call, url));
      return true;
    }
    case "runas": {
      emit(call, { kind: "privilege", user: /\/user:(\S+)/i.exec(line)?.[1] ?? null });
      call.evaluation.runProgram("cmd", [textValue("/c"), args.at(-1) ?? unknownValue], call);
      return true;
    }
    case "gsudo":
    case "sudo":
      emit(call, { kind: "privilege", user: "Administrator" });
      if (texts[0] !== undefined) call.evaluation.runProgram(texts[0], args.slice(1), call);
      return true;
    case "wmic": {
      const created = /call\s+create\s+(.*)/is.exec(line)?.[1];
      if (created === undefined || created.includes("\0")) return false;
      call.evaluation.runProgram("cmd", [textValue("/c"), textValue(created.replaceAll(/^["']|["']$/g, ""))], call);
      return true;
    }
    case "conhost":
    case "call":
      if (texts[0] !== undefined) call.evaluation.runProgram(texts[0], args.slice(1), call);
      return true;
    case "explorer":
    case "notepad":
    case "calc":
    case "mspaint":
      return true;
    default:
      return false;
  }
}

function certificateTool(line: string, args: readonly Value[], url: Value | undefined, call: Call): boolean {
  const files = args.filter(({ text }) => !/^[/-]/.test(text ?? "") && !/:\/\//.test(text ?? ""));
  if (/[/-](?:urlcache|verifyctl|url)/i.test(line))
    emitWrite(call, "replace", targetsOf(files.at(-1), call, true), emitFetch(call, url));
  else if (/[/-](?:decode|encode)/i.test(line)) {
    const [source, to] = files;
    for (const target of targetsOf(source, call, true)) emit(call, { kind: "read", target, recursive: false });
    emitWrite(call, "replace", targetsOf(to, call, true), { from: [{ kind: "encoded" }] });
  } else if (/[/-](?:addstore|delstore|importpfx)/i.test(line))
    emit(call, { kind: "persist", where: "settings", target: null });
  else if (!/[/-](?:hashfile|dump|verify|store|viewstore|\?)/i.test(line))
    emitUnknown(call, "what certutil does with these arguments is not known");
  return true;
}
