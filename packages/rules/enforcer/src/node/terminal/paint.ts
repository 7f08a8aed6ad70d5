import { styleText } from "node:util";

/** Styles a text for the terminal: `paint("red", "…")`. Without colors it returns the text unchanged. */
export interface Paint {
  (style: Parameters<typeof styleText>[0], text: string): string;
  readonly hasColor: boolean;
}

/**
 * Creates a `Paint` for an output stream.
 *
 * @param color - whether to use colors; by default if the stream is a terminal with colors and `NO_COLOR` is not set
 */
export function createPaint(output: NodeJS.WritableStream, color?: boolean): Paint {
  const terminal = output as Partial<NodeJS.WriteStream>;
  const hasColor = color ?? (terminal.isTTY === true && terminal.hasColors?.() === true);
  const paint = (style: Parameters<typeof styleText>[0], text: string): string => {
    return hasColor ? styleText(style, text, { validateStream: false }) : text;
  };
  return Object.assign(paint, { hasColor });
}
