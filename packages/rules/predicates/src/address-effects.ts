/** Lists the effects of tools that fetch a URL or open an address. */
import { argumentTarget } from "./argument-target.ts";
import { argumentValues } from "./argument-values.ts";
import { describeType } from "./describe-type.ts";
import { type ActionEffects, type EffectsInput, unknownPart } from "./effects-part.ts";
import { type ToolEffect, toolPart, writeTo } from "./file-tool-effects.ts";
import { hostOf } from "./text/hosts.ts";
import type { FetchUse, RemoteUse } from "./tool-use.ts";

/** The effects of a tool that fetches a URL: a request, or the reading of a file for a `file:` URL. */
export function fetchEffects(use: FetchUse, input: EffectsInput): ActionEffects {
  const { tool, args } = input;
  const sends = use.body !== undefined && argumentValues(args, use.body).some(({ value }) => value !== "");
  const [destination] = use.to === undefined ? [] : argumentValues(args, use.to);
  const parts = argumentValues(args, use.fetch).map(({ value, path }) => {
    if (typeof value !== "string")
      return unknownPart(`the URL at ${path} must be a string, not ${describeType(value)}`);
    const urls = urlsOf(value);
    if (urls.length === 0 && !/prompt|query|text/i.test(use.fetch))
      return unknownPart(`the text at ${path} is not a URL`);
    const effects = urls.flatMap((url) => requestEffects(url, sends, input));
    if (destination !== undefined) {
      const target = argumentTarget(destination.value, input);
      effects.push(
        ...writeTo(target, { mode: "replace", from: [{ kind: "network", host: hostOf(value)?.name ?? null }] }, input),
      );
    }
    return toolPart(tool, path, value, effects);
  });
  return { parts };
}

/** Returns the URL in an argument; for a text such as a prompt, all URLs in it. */
function urlsOf(text: string): readonly string[] {
  if (!/\s/.test(text.trim())) return [text];
  // Tabs and line ends within a URL are not part of it.
  const joined = text.replaceAll(/[\t\r\n]/g, "").trim();
  return /\s/.test(joined) || !/^[a-z][a-z0-9+.-]*:/i.test(joined) ? urlsIn(text) : [joined, ...urlsIn(text)];
}

/** The URLs in a text for people, such as a prompt. */
function urlsIn(text: string): readonly string[] {
  return (text.match(/\b(?:https?|ftp|file):\/\/[^\s<>"'`)\]]+/gi) ?? []).slice(0, 100);
}

/** The effect of a request to a URL. */
export function requestEffects(url: string, sends: boolean, input: EffectsInput): readonly ToolEffect[] {
  if (/^\s*file:/i.test(url)) return [{ kind: "read", target: argumentTarget(url, input), recursive: false }];
  const host = hostOf(url);
  const protocol = /^\s*([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase() ?? "https";
  const [direction, from] = sends ? (["out", [{ kind: "literal" }]] as const) : (["in", []] as const);
  const port = host === null || host.port === "" ? {} : { port: Number(host.port) };
  return [{ kind: "network", direction, host: host?.name ?? null, ...port, protocol, url: url.trim(), from }];
}

/** The effect of a tool that changes something on another machine. */
export function remoteEffects(
  { remote: change, service, what }: RemoteUse,
  { tool, args }: EffectsInput,
): ActionEffects {
  const [named] = what === undefined ? [] : argumentValues(args, what);
  const text = typeof named?.value === "string" ? named.value : "";
  const effects: readonly ToolEffect[] = [{ kind: "remote", change, service, what: text === "" ? null : text }];
  const part = toolPart(tool, named?.path ?? "", text, effects);
  return { parts: [named === undefined ? { text, effects: part.effects } : part] };
}
