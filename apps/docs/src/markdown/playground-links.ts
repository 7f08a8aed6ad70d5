import { inputKinds, shareHash } from "@helve/playground/share";
import { defineMdastPlugin, type MdastPluginEntry } from "satteri";

/**
 * Adds a link to each block of rules that opens them in the playground. A block can name the input that the playground opens with them:
 * `input="rm -rf build"`, in the language `lang="python"` (`shell` by default).
 *
 * @param base - the path that the site is served under, without a slash at its end
 */
export function playgroundLinks(base: string): MdastPluginEntry {
  return ({ fileURL }) =>
    defineMdastPlugin({
      name: "helve:playground-links",
      code(node, context) {
        if (node.lang !== "agentspec") return;
        const label = fileURL?.pathname.includes("/docs/zh/") ? "在演练场中打开" : "Open in the playground";
        const href = `${base}/playground/${hashOf(node.value, node.meta ?? "")}`;
        context.insertAfter(node, {
          type: "html",
          value: `<p class="open-in-playground"><a href="${href}">${label}</a></p>`,
        });
      },
    });
}

function hashOf(text: string, meta: string): string {
  const [rules, tests] = partsOf(text);
  const member = (name: string): string | undefined => new RegExp(`\\b${name}="([^"]*)"`).exec(meta)?.[1];
  const [input, language = "shell"] = [member("input"), member("lang")];
  const kind = inputKinds.find((known) => known === language);
  return shareHash({
    rules,
    ...(tests !== "" && { tests }),
    ...(input !== undefined && kind !== undefined && { input: { kind, text: input } }),
  });
}

/** The rules of a block, and its tests: the playground has a field for each. */
function partsOf(text: string): readonly [rules: string, tests: string] {
  const start = /^test "/m.exec(text)?.index ?? text.length;
  return [`${text.slice(0, start).trimEnd()}\n`, text.slice(start)];
}
