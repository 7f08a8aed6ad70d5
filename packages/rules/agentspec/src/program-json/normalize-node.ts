import type { ProgramNode, Reference, TextPart } from "@helve/core/program";
import { normalizeDocText } from "../syntax/comments.ts";

/** Converts a valid node to the form that the parser creates, for example with nested conjunctions flattened. */
export function normalizeNode(node: ProgramNode): ProgramNode {
  switch (node.type) {
    case "rule": {
      const { doc, ...rest } = node;
      const normalized = doc === undefined ? "" : normalizeDocText(doc);
      if (normalized === "") return rest;
      return normalized === doc ? node : { ...node, doc: normalized };
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

/** Joins adjacent text parts of a message, as the parser does. */
function joinTextParts(parts: readonly (TextPart | Reference)[]): readonly (TextPart | Reference)[] {
  const joined: (TextPart | Reference)[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part?.type !== "text" || last?.type !== "text") joined.push(part);
    else {
      const range = { start: last.range.start, end: part.range.end };
      joined.splice(-1, 1, { type: "text", text: last.text + part.text, range });
    }
  }
  return joined;
}
