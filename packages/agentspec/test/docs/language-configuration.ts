import { nameCharacters } from "../../src/syntax/tokens.ts";

/** What an editor may do while somebody types, for the layout that the formatter writes. */
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
    // A clause stands as far left as its rule; what it goes on with below, further right.
    indentationRules: {
      increaseIndentPattern: String.raw`^\s*(?:check|enforce)\s*$|[\(\[\{]\s*$`,
      decreaseIndentPattern: String.raw`^\s*(?:(?:rule|trigger|check|enforce|end)(?![\w-])|[\)\]\}])`,
    },
    folding: {
      markers: {
        start: String.raw`^\s*rule(?![\w-])(?!.*\send\s*$)`,
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
