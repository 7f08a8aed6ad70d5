import { styleText } from "node:util";

/** How a stretch of text looks where there is colour; the text itself where there is none. */
export interface Paint {
  (style: Parameters<typeof styleText>[0], text: string): string;
  readonly hasColor: boolean;
}

/**
 * @param color - whether there is colour; when absent, what the stream can show decides, and `NO_COLOR`
 */
export function paintFor(output: NodeJS.WritableStream, color?: boolean): Paint {
  const terminal = output as Partial<NodeJS.WriteStream>;
  const hasColor = color ?? (terminal.isTTY === true && terminal.hasColors?.() === true);
  const paint = (style: Parameters<typeof styleText>[0], text: string): string => {
    return hasColor ? styleText(style, text, { validateStream: false }) : text;
  };
  return Object.assign(paint, { hasColor });
}
