import { readFileSync } from "node:fs";
import { effectExamples } from "./effect-examples.ts";
import { actionOf, effectsOf } from "./evaluate-example.ts";
import { cell, code, type ReferencePage } from "./page.ts";

/** Writes the reference page of effects: each kind with an example call. */
export function effectPage(): ReferencePage {
  const source = readFileSync(new URL("../../../../packages/rules/effects/src/effects.ts", import.meta.url), "utf8");
  const declarations = source.matchAll(
    /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport interface \w+Effect extends EffectBase \{\n([\s\S]*?)\n\}/g,
  );
  const rows = Array.from(declarations).flatMap(([, comment = "", members = ""]) => {
    const kinds = /readonly kind: ([^;]+);/.exec(members)?.[1] ?? "";
    const names = Array.from(kinds.matchAll(/"(\w+)"/g), ([, kind = ""]) => kind);
    return names.filter((kind) => kind !== "command").map((kind) => row(kind, meaning(comment, kind)));
  });
  return {
    path: "reference/effects.md",
    title: "Effects",
    description: "What a command or a program does, as the kinds of effects that predicates read.",
    order: 6,
    text: `${introduction}\n\n| kind | what happens | call | its effects |\n| --- | --- | --- | --- |\n${rows.join("\n")}`,
  };
}

const introduction = `An effect is one thing that running a command, a program or a tool call does. \`@helve/effects\` reads effects from the text of a
call, without running it. [Predicates](predicates.md) are questions about them. The members of each kind are in the
[API](api/effects.md). The last column is computed when this page is built.`;

/** Writes the table row of one kind of effect, with an example call. */
function row(kind: string, description: string): string {
  const call = Object.entries(effectExamples).find(([name]) => name === kind)?.[1];
  if (call === undefined) throw new Error(`the effect "${kind}" has no example in effect-examples.ts`);
  const found = effectsOf(call);
  if (!found.some((effect) => effect.kind === kind))
    throw new Error(`the example of "${kind}" does not have this effect`);
  const [shown = ""] = Object.values(actionOf(call).args);
  const sentences = [...new Set(found.map((effect) => `${effect.kind}: ${effect.sentence}`))];
  return `| ${code(kind)} | ${cell(description)} | ${cell(code(String(shown)))} | ${cell(sentences.map(code).join(", "))} |`;
}

/** The description of a kind in a comment: its item in a list, or else the sentences before the list. */
function meaning(comment: string, kind: string): string {
  const lines = comment.split("\n").map((line) => line.replace(/^\s*\* ?/, "").trim());
  const item = lines.find((line) => line.startsWith(`- \`${kind}\``));
  return (
    item?.replace(/^- `\w+`: /, "") ??
    lines
      .filter((line) => !line.startsWith("- "))
      .join(" ")
      .trim()
  );
}
