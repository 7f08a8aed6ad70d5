/** Evaluates Windows programs that run code or download files, such as `rundll32` and `certutil`. */
import { fetches, reads, replaces, sends } from "../../engine/rows.ts";
import { textValue, unknownValue, unknownValueFrom, type Value } from "../../engine/value.ts";
import { emitAnything, emitEffect, type ProgramCall, perform } from "../call.ts";
import { runExternal } from "../external.ts";
import { runCommandLine } from "../hosts.ts";
import { downloading } from "../shared-effects.ts";
import { textOf } from "../values.ts";
import { runWindowsProgram } from "../windows-programs.ts";

/** Evaluates Windows programs that run code or download files. @returns whether the program was known */
export function startedBy(program: string, args: readonly Value[], call: ProgramCall): boolean {
  const texts = args.map(textOf);
  const line = texts.map((text) => text ?? "\0").join(" ");
  const url =
    args.find((arg) => /https?:\/\/|ftp:\/\//i.test(textOf(arg) ?? "")) ??
    args.find((arg) => textOf(arg) === undefined);
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
    case "cmstp":
    case "odbcconf":
    case "register-cimprovider":
    case "microsoft.workflow.compiler":
    case "wlrmdr":
    case "mofcomp":
    case "msxsl":
    case "regsvcs":
    case "ieexec":
    case "infdefaultinstall":
    case "presentationhost":
    case "syncappvpublishingserver":
    case "mavinject":
    case "appvlp":
    case "atbroker":
    case "bginfo":
    case "dfsvc":
    case "xwizard":
    case "verclsid":
    case "scriptrunner":
    case "tttracer":
    case "autoit3":
    case "ilasm":
    case "wuauclt":
    case "control":
    case "gpscript":
      if (program === "msbuild" && url === undefined) return false;
      if (program === "wuauclt" && !/updatedeploymentprovider/i.test(line)) return false;
      if (program === "control" && !/\.cpl|\0/i.test(line)) return true;
      emitEffect(call, {
        kind: "execute",
        program: null,
        from: url === undefined ? [{ kind: "unknown" }] : perform(call, [fetches({ url: "url" })], { url }).from,
      });
      emitAnything(call, `${program} runs code that is not read`);
      return true;
    case "certutil":
      return certificateTool(line, args, url, call);
    case "imewdbld":
    case "desktopimgdownldr":
    case "finger":
    case "ieframe":
      perform(call, downloading, { url, to: args.at(-1) });
      return true;
    case "certreq":
      if (!/[/-]post/i.test(line)) return false;
      perform(call, [sends({ url: "url", from: "data" })], { url, data: unknownValue });
      return true;
    case "bitsadmin": {
      if (/\/setnotifycmdline/i.test(line)) emitEffect(call, { kind: "persist", where: "schedule", target: null });
      if (!/\/(?:transfer|addfile)/i.test(line)) return true;
      if (/\/upload/i.test(line)) perform(call, [sends({ url: "url", from: "data" })], { url, data: unknownValue });
      else perform(call, downloading, { url, to: args.at(-1) });
      return true;
    }
    case "runas": {
      emitEffect(call, { kind: "privilege", user: /\/user:(\S+)/i.exec(line)?.[1] ?? null });
      runCommandLine(args.at(-1), call);
      return true;
    }
    case "gsudo":
    case "sudo":
      emitEffect(call, { kind: "privilege", user: "Administrator" });
      if (texts[0] !== undefined) start(texts[0], args.slice(1), call);
      return true;
    case "wmic": {
      const created = /process\s+call\s+create\s+(.*)/is.exec(line)?.[1];
      // On another computer, nothing runs here.
      if (created === undefined || created.includes("\0") || /\/node:/i.test(line)) return false;
      runCommandLine(textValue(created.replaceAll(/^["']|["']$/g, "")), call);
      return true;
    }
    case "conhost": {
      const from = texts.findIndex((text) => text !== undefined && !text.startsWith("-"));
      const text = texts[from];
      if (text !== undefined) start(text, args.slice(from + 1), call);
      if (texts.includes("--headless") || (text !== undefined && from === 0))
        emitAnything(call, "conhost hides the window of a program");
      return true;
    }
    case "call":
      if (texts[0] !== undefined) start(texts[0], args.slice(1), call);
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

/** Starts a program with arguments. */
function start(program: string, args: readonly Value[], outer: ProgramCall): void {
  const call = { ...outer, by: program };
  if (runWindowsProgram(program, args, call) === undefined) runExternal(program, args, call);
}

/** Evaluates `certutil`: downloads and decoding. */
function certificateTool(line: string, args: readonly Value[], url: Value | undefined, call: ProgramCall): boolean {
  const files = args.filter((arg) => !/^[/-]|:\/\//.test(textOf(arg) ?? ""));
  if (/[/-](?:urlcache|verifyctl|url)/i.test(line)) perform(call, downloading, { url, to: files.at(-1) });
  else if (/[/-](?:decode|encode)/i.test(line)) {
    const [source, to] = files;
    const data = unknownValueFrom([{ kind: "encoded" }]);
    perform(call, [reads("source"), replaces("to", "data")], { source, to, data });
  } else if (/[/-](?:addstore|delstore|importpfx)/i.test(line))
    emitEffect(call, { kind: "persist", where: "settings", target: null });
  else if (!/[/-](?:hashfile|dump|verify|store|viewstore|\?)/i.test(line))
    emitAnything(call, "what certutil does with these arguments is not known");
  return true;
}
