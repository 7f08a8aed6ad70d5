import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";

/** A stream in place of a person's terminal. */
export interface FakeTerminal {
  readonly input: PassThrough;
  readonly output: PassThrough;
  /** All that was shown; at a terminal without what moves its cursor. */
  shown(): string;
  /** Waits until a text was shown, that many times, and then types a line. */
  type(line: string, when?: string, times?: number): Promise<void>;
}

/**
 * @param isTTY - whether lines are edited there, or come as they are
 * @param columns - how wide it is
 */
export function fakeTerminal(isTTY: boolean, columns = 200): FakeTerminal {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = Object.assign(new PassThrough(), { isTTY, columns });
  let text = "";
  const watchers = new Set<() => void>();
  output.on("data", (chunk) => {
    text += chunk;
    for (const watch of watchers) watch();
  });
  const shown = (): string => (isTTY ? stripVTControlCharacters(text) : text);
  const until = (when: string, times: number): Promise<void> =>
    new Promise((resolve) => {
      const watch = (): void => {
        if (shown().split(when).length <= times) return;
        watchers.delete(watch);
        resolve();
      };
      watchers.add(watch);
      watch();
    });
  return {
    input,
    output,
    shown,
    type: async (line, when = "", times = 1) => {
      if (when !== "") await until(when, times);
      input.write(line);
    },
  };
}
