import { nameCharacters } from "../../src/syntax/string-patterns.ts";

/** The VS Code language configuration: brackets, indentation and folding, in agreement with the formatter. */
export function languageConfiguration(): object {
  const text = { notIn: ["string", "comment"] };
  return {
    comments: { lineComment: "//", blockComment: ["/*", "*/"] },
    brackets: [
      ["(", ")"],
      ["[", "]"],
      ["{", "}"],
    ],
    autoClosingPairs: [
      { open: "(", close: ")", ...text },
      { open: "[", close: "]", ...text },
      { open: "{", close: "}", notIn: ["comment"] },
      { open: '"', close: '"', ...text },
      { open: "/*", close: " */", ...text },
    ],
    surroundingPairs: [
      ["(", ")"],
      ["[", "]"],
      ["{", "}"],
      ['"', '"'],
    ],
    wordPattern: { pattern: `${nameCharacters.first}${nameCharacters.other}*`, flags: "u" },
    // A clause has the indentation of its rule; the lines that continue the clause are indented further.
    indentationRules: {
      increaseIndentPattern: String.raw`^\s*(?:check|enforce)\s*$|[\(\[\{]\s*$`,
      decreaseIndentPattern: String.raw`^\s*(?:(?:rule|trigger|check|enforce|end|test|given|after|when|expect)(?![\w-])|[\)\]\}])`,
    },
    folding: {
      markers: {
        start: String.raw`^\s*(?:rule(?![\w-])|test(?=\s*["']))(?!.*\send\s*$)`,
        end: String.raw`^(?:.*\s)?end\s*$`,
      },
    },
    onEnterRules: [
      { beforeText: String.raw`^\s*///(?!/)`, action: { indent: "none", appendText: "/// " } },
      {
        beforeText: String.raw`^\s*/\*\*(?!/)(?:[^*]|\*(?!/))*$`,
        afterText: String.raw`^\s*\*/$`,
        action: { indent: "indentOutdent", appendText: " * " },
      },
      {
        beforeText: String.raw`^\s*/\*\*(?!/)(?:[^*]|\*(?!/))*$`,
        action: { indent: "none", appendText: " * " },
      },
      {
        beforeText: String.raw`^\s+\*(?: (?:[^*]|\*(?!/))*)?$`,
        previousLineText: String.raw`^\s*(?:/\*\*|\*)`,
        action: { indent: "none", appendText: "* " },
      },
      { beforeText: String.raw`^\s+\*/`, action: { indent: "none", removeText: 1 } },
    ],
  };
}
