/** Colors and styles of terminal output. */
import { styleText } from "node:util";

/** The styles of a terminal; without colors, texts are unchanged. */
export function styles(colors: boolean): Readonly<Record<"red" | "yellow" | "green" | "bold" | "dim", Style>> {
  const style = (name: "red" | "yellow" | "green" | "bold" | "dim"): Style => {
    return (text) => (colors ? styleText(name, text, { validateStream: false }) : text);
  };
  return { red: style("red"), yellow: style("yellow"), green: style("green"), bold: style("bold"), dim: style("dim") };
}

/** Writes a text in a style, or unchanged. */
export type Style = (text: string) => string;
