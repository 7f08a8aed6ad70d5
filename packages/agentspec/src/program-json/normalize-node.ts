import type { ProgramNode, Reference, TextPart } from "@helve/core/program";
import { normalizeDocText } from "../syntax/comments.ts";

/** Converts a valid node to the form that the parser creates, for example with nested conjunctions flattened. */
export function normalizeNode(node: ProgramNode): ProgramNode {
  switch (node.type) {
    case "rule": {
      const { doc, ...rest } = node;
      const said = doc === undefined ? "" : normalizeDocText(doc);
      return said === "" || said === doc ? (said === "" ? rest : node) : { ...node, doc: said };
    }
    case "and":
    case "or": {
      const { type } = node;
      const operands = node.operands.flatMap((operand) => (operand?.type === type ? operand.operands : [operand]));
      return { ...node, operands };
    }
    case "template":
      return { ...node, parts: joinTextParts(node.parts) };
    default:
      return node;
  }
}

/** Joins adjacent text parts. */
function joinTextParts(parts: readonly (TextPart | Reference)[]): readonly (TextPart | Reference)[] {
  const all: (TextPart | Reference)[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (part?.type !== "text" || last?.type !== "text") all.push(part);
    else {
      const range = { start: last.range.start, end: part.range.end };
      all.splice(-1, 1, { type: "text", text: last.text + part.text, range });
    }
  }
  return all;
}
