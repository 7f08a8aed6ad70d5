import { inputKinds, type PlaygroundInput, type PlaygroundState, shareHash } from "@helve/playground/share";
import { defineMdastPlugin, type MdastPluginEntry } from "satteri";
import { metaMember, shownFile } from "./code-meta.ts";

/**
 * Adds a link to each block of rules that opens them in the playground. A block that adds to a file opens the whole file, and a block of
 * tests opens them with the rules that they test. A policy that the page has shown is opened, too.
 *
 * A block can name the input: a command `input="rm -rf build"`, code in `lang="python"`, the arguments of a tool
 * `tool="Bank.Transfer" input='{"amount": 5}'`, or a file of recorded calls `trace="calls.jsonl"`.
 *
 * @param base - the path that the site is served under, without a slash at its end
 */
export function playgroundLinks(base: string): MdastPluginEntry {
  return ({ fileURL }) => {
    if (fileURL?.pathname.endsWith("/reference/diagnostics.md")) return; // its examples are about tools that the playground does not have
    const files = new Map<string, string>();
    return defineMdastPlugin({
      name: "helve:playground-links",
      code(node, context) {
        const meta = node.meta ?? "";
        addFile(files, node.value, meta);
        if (node.lang !== "agentspec") return;
        const label = fileURL?.pathname.includes("/docs/zh/") ? "在演练场中打开" : "Open in the playground";
        const href = `${base}/playground/${shareHash(stateOf(node.value, meta, files))}`;
        context.insertAfter(node, {
          type: "html",
          value: `<p class="open-in-playground"><a href="${href}">${label}</a></p>`,
        });
      },
    });
  };
}

/** The files that the blocks of a page have shown so far, by their names. */
type PageFiles = ReadonlyMap<string, string>;

function addFile(files: Map<string, string>, text: string, meta: string): void {
  const file = shownFile(meta);
  if (file === undefined) return;
  const before = file.isAdded ? (files.get(file.name) ?? "") : "";
  files.set(file.name, `${before}${text}\n`);
}

/** Collects the state of the playground for a block of rules: rules, tests, input and policy. */
function stateOf(text: string, meta: string, files: PageFiles): PlaygroundState {
  const [rules, tests] = rulesAndTests(text, shownFile(meta)?.name, files);
  const input = inputOf(meta, files);
  const policy = [...files].find(([name]) => name.endsWith("policy.json"))?.[1];
  return {
    rules,
    tests: tests !== "" ? tests : undefined,
    input,
    context: policy === undefined ? undefined : contextWith(policy),
  };
}

/** The rules of a block or of its file, and their tests: the playground has a field for each. */
function rulesAndTests(block: string, file: string | undefined, files: PageFiles): readonly [string, string] {
  const text = (file === undefined ? undefined : files.get(file)) ?? block;
  const rules = file?.endsWith(".test.agentspec") && files.get(file.replace(".test.", "."));
  if (rules) return [rules, text];
  const start = /^test "/m.exec(text)?.index ?? text.length;
  return [`${text.slice(0, start).trim()}\n`, text.slice(start)];
}

/** Reads the input of the playground from the words after a code fence, such as `tool=Terminal.Run`; undefined if they name none. */
function inputOf(meta: string, files: PageFiles): PlaygroundInput | undefined {
  const [text, tool, lang = "shell", trace] = ["input", "tool", "lang", "trace"].map((name) => metaMember(meta, name));
  if (trace !== undefined) return { kind: "trace", text: files.get(trace) ?? "" };
  if (text === undefined) return;
  if (tool !== undefined) return { kind: "call", tool, text };
  const kind = inputKinds.find((known) => known === lang);
  if (kind === undefined)
    throw new Error(`a block of rules has lang="${lang}": expected one of ${inputKinds.join(", ")}`);
  return { kind, text };
}

/** Writes the playground's context with a policy. */
function contextWith(policy: string): string {
  const { $schema: _, ...members } = JSON.parse(policy);
  return JSON.stringify({ policy: members }, null, 2);
}
