import type { Element, ElementContent } from "hast";
import { textOf } from "./page-elements.ts";

/** Whether an element is a formula: MathML, a picture of one, or TeX in a script. */
export function isFormula({ tagName, properties }: Element): boolean {
  if (tagName === "img")
    return (
      /\b(?:math|latex|tex)\b/i.test(classOf(properties)) &&
      typeof properties["alt"] === "string" &&
      properties["alt"] !== ""
    );
  return tagName === "math" || (tagName === "script" && String(properties["type"] ?? "").startsWith("math/tex"));
}

/** The TeX of a formula: its annotation, its text in place of a picture, or what it shows. */
export function texOf(formula: Element): string {
  const annotation = annotationIn(formula);
  const alttext = formula.properties["alttext"] ?? formula.properties["alt"];
  const tex = annotation ?? (typeof alttext === "string" ? alttext : shown(formula));
  return tex.replace(/\s+/g, " ").trim();
}

/** Returns the classes of an element. */
function classOf({ className }: Element["properties"]): string {
  return Array.isArray(className) ? className.join(" ") : "";
}

function annotationIn(element: Element): string | undefined {
  for (const child of element.children) {
    if (child.type !== "element") continue;
    const isTex = child.tagName === "annotation" && /tex/i.test(String(child.properties["encoding"] ?? ""));
    const found = isTex ? textOf(child) : annotationIn(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Writes what MathML shows as TeX. */
function shown(node: ElementContent): string {
  if (node.type === "text") return node.value.trim();
  if (node.type !== "element" || node.tagName === "annotation" || node.tagName === "annotation-xml") return "";
  const parts = node.children.map(shown).filter((text) => text !== "");
  const [first = "", second = "", third = ""] = parts;
  switch (node.tagName) {
    case "msup":
    case "mover":
      return `${grouped(first)}^${grouped(second)}`;
    case "msub":
    case "munder":
      return `${grouped(first)}_${grouped(second)}`;
    case "msubsup":
    case "munderover":
      return `${grouped(first)}_${grouped(second)}^${grouped(third)}`;
    case "mfrac":
      return `\\frac{${first}}{${second}}`;
    case "msqrt":
      return `\\sqrt{${parts.join("")}}`;
    case "mroot":
      return `\\sqrt[${second}]{${first}}`;
    case "mtr":
    case "mlabeledtr":
      return `${parts.join(" & ")} \\\\ `;
    case "mtext":
      return ` ${parts.join("")} `;
    default:
      return parts.join("");
  }
}

/** A part of a formula as one group. */
function grouped(tex: string): string {
  return Array.from(tex).length === 1 ? tex : `{${tex}}`;
}
