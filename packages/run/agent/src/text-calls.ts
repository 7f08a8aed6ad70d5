/** Finds tool calls that a model wrote into its text instead of the field for calls. */
import type { ProtocolCall } from "./protocol.ts";
import { fencesOf } from "./protocols/fences.ts";
import { objectEnd, rawMembers, unquoted } from "./protocols/raw-members.ts";

/** The tool calls at the end of a model's text, and the text before them. */
export interface TextWithCalls {
  readonly text: string;
  readonly calls: readonly ProtocolCall[];
}

/**
 * Reads the calls at the end of a text, in the notations of models. The arguments are JSON if the notation uses JSON. Otherwise they are the
 * whole block, which `JsonParser` of `@helve/arguments` decodes.
 *
 * @param tools - the names that a call may have
 * @returns `undefined` if the text has no calls, or if other text follows the first call
 */
export function callsInText(text: string, tools: readonly string[]): TextWithCalls | undefined {
  const fences = fencesOf(text);
  const start = firstMark(text, (at) => fences.some((fence) => at >= fence.start && at < fence.end));
  if (start === undefined) return undefined;
  const calls: ProtocolCall[] = [];
  let rest = text.slice(start).replace(frames, "");
  while (rest.trim() !== "") {
    const found = notations.map((read) => read(rest.trimStart())).find((each) => each !== undefined);
    if (found === undefined) return undefined;
    for (const { name, arguments: raw } of found.calls) {
      const known = nameIn(name, tools);
      if (known === undefined) return undefined;
      calls.push({ name: known, arguments: raw });
    }
    rest = found.rest;
  }
  return calls.length === 0 ? undefined : { text: text.slice(0, start).trim(), calls };
}

/** Where calls begin. */
const mark = /<tool_calls?>|<function_calls>|<function=|<invoke name=|\[TOOL_CALLS\]|<\|python_tag\|>/g;

/** Tags around all calls, and control tokens at the end of an answer. */
const frames = /<\/?(?:tool_calls|function_calls)>|<\|(?:eom_id|eot_id|im_end)\|>|<\/s>/g;

/** Returns the offset of the first unquoted mark of a call. */
function firstMark(text: string, isQuoted: (at: number) => boolean): number | undefined {
  for (const { index } of text.matchAll(mark)) if (!isQuoted(index)) return index;
  return undefined;
}

/** Finds the tool that a text names, without a namespace. */
function nameIn(name: string, tools: readonly string[]): string | undefined {
  const plain = name.trim().replace(/^functions[.:]/, "");
  return tools.find((tool) => tool === name.trim()) ?? tools.find((tool) => tool === plain);
}

interface Read {
  readonly calls: readonly ProtocolCall[];
  readonly rest: string;
}

/** Each reads the calls at the start of a text, also a call that is cut off at the end. They return `undefined` for any other text. */
const notations: readonly ((text: string) => Read | undefined)[] = [
  // <tool_call>{"name": …, "arguments": …}</tool_call>, and <function=…> or <arg_key> inside of it
  (text) => {
    const [whole, inner = ""] = /^<tool_call>([\s\S]*?)(?:<\/tool_call>|$)/.exec(text) ?? [];
    if (whole === undefined) return undefined;
    const [, name] = /^\s*([\w.:-]+)\s*(?:<arg_key>|$)/.exec(inner) ?? []; // GLM
    const named = name === undefined ? jsonCalls(inner) : [{ name, arguments: whole }];
    const calls = inner.includes("<function=") ? taggedCalls(inner) : named;
    return calls && { calls, rest: text.slice(whole.length) };
  },
  (text) => {
    const [whole] = /^<(?:function=[^>]+|invoke name=[^>]+)>[\s\S]*?(?:<\/(?:function|invoke)>|$)/.exec(text) ?? [];
    const calls = whole === undefined ? undefined : taggedCalls(whole);
    return calls && { calls, rest: text.slice(whole?.length) };
  },
  (text) => {
    const [whole] = /^(?:\[TOOL_CALLS\]|<\|python_tag\|>)/.exec(text) ?? [];
    const calls = whole === undefined ? undefined : jsonCalls(text.slice(whole.length));
    return calls && { calls, rest: "" };
  },
];

/** The calls in `<function=name>` or `<invoke name="name">`: the arguments are the block itself. */
function taggedCalls(text: string): readonly ProtocolCall[] | undefined {
  const blocks = text.match(/<(?:function=[^>]+|invoke name=[^>]+)>[\s\S]*?(?:<\/(?:function|invoke)>|$)/g) ?? [];
  const calls = blocks.flatMap((block) => {
    const [, name = ""] = /^<(?:function=|invoke name=)["']?([^"'>]+)/.exec(block) ?? [];
    const inner = block
      .replace(/^[^>]*>/, "")
      .replace(/<\/(?:function|invoke)>$/, "")
      .trim();
    return name === "" ? [] : [{ name, arguments: inner.startsWith("{") ? inner : block }];
  });
  return calls.length === 0 ? undefined : calls;
}

/** Reads calls from JSON: one object or a list. */
function jsonCalls(text: string): readonly ProtocolCall[] | undefined {
  const calls: ProtocolCall[] = [];
  let rest = text.trim().replace(/^\[/, "").trim();
  while (rest.startsWith("{")) {
    const members = rawMembers(rest);
    const name = members?.get("name");
    const raw = members?.get("arguments") ?? members?.get("parameters");
    if (name === undefined) return undefined;
    calls.push({ name: unquoted(name), arguments: raw === undefined ? "{}" : unquoted(raw) });
    rest = rest.slice(objectEnd(rest)).replace(/^[\s,;]+/, "");
  }
  return calls.length > 0 && /^\]?\s*$/.test(rest) ? calls : undefined;
}
