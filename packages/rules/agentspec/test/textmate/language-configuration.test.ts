import { readFileSync } from "node:fs";
import { formatProgram } from "@helve/agentspec";
import { dialects } from "@helve/testing/agentspec-dialects";
import { describe, expect, it } from "vitest";

const path = new URL("../../textmate/language-configuration.json", import.meta.url);
const { indentationRules, folding, onEnterRules, wordPattern } = JSON.parse(readFileSync(path, "utf8"));
const rules = dialects.flatMap((dialect) => dialect.rules.map(([text]) => formatProgram(text)));

describe("the language configuration", () => {
  it.each(rules)("indents each clause as the formatter does: %s", (text) => {
    const [increase, decrease] = [indentationRules.increaseIndentPattern, indentationRules.decreaseIndentPattern];
    const clause = /^\s*(?:rule|trigger|check|enforce|end)(?![\w-])/;
    let depth = 0;
    for (const line of text.trimEnd().split("\n")) {
      if (new RegExp(decrease).test(line)) depth = Math.max(depth - 1, 0);
      if (clause.test(line)) expect(line.search(/\S/), line).toBe(2 * depth);
      if (new RegExp(increase).test(line)) depth++;
    }
  });

  it("folds rules that have several lines", () => {
    const { start, end } = folding.markers;
    const lines = [
      "rule @a",
      "check p",
      "enforce stop",
      "  end",
      "rule @b trigger any enforce stop end",
      "rule-x",
      "the end",
    ];
    expect(lines.filter((line) => new RegExp(start).test(line))).toEqual(["rule @a"]);
    expect(lines.filter((line) => new RegExp(end).test(line))).toEqual(["  end", lines[4], "the end"]);
  });

  it("continues a doc comment on the next line", () => {
    const next = (previous: string, before: string, after = ""): string | undefined =>
      onEnterRules.find(
        (rule: Readonly<Record<string, string>>) =>
          new RegExp(rule["beforeText"] ?? "").test(before) &&
          new RegExp(rule["afterText"] ?? "").test(after) &&
          new RegExp(rule["previousLineText"] ?? "").test(previous),
      )?.action.appendText;
    expect(next("", "/// what it is for")).toBe("/// ");
    expect(next("", "  /** what it is for")).toBe(" * ");
    expect(next("", "/**", "*/")).toBe(" * ");
    expect(next("/** what it is for", " * and why")).toBe("* ");
    expect(next("   * and why", "   *")).toBe("* ");
    for (const line of ["// no", "//// no", "/* no", "/** done */", "check p"]) expect(next("", line)).toBeUndefined();
  });

  it("selects whole names by its word pattern", () => {
    const words = "rule @is-it_ trigger 名前.X".matchAll(new RegExp(wordPattern.pattern, `${wordPattern.flags}g`));
    expect([...words].map(([word]) => word)).toEqual(["rule", "is-it_", "trigger", "名前", "X"]);
  });
});
