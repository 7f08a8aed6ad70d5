import { exitCodes, type Io } from "../../io.ts";
import { styles } from "../../styles.ts";
import type { ChatHost } from "./chat-host.ts";
import { type ChatTerminal, openKeyboard } from "./keyboard.ts";
import { personAtTerminal } from "./person-at-terminal.ts";
import { createScreen } from "./screen.ts";
import { eventView } from "./show-event.ts";
import { toolNames } from "./tool-names.ts";

/** Talks with the user at the terminal until they end it. */
export async function interactiveChat(
  prompt: string | undefined,
  host: ChatHost,
  terminal: ChatTerminal,
  { colors, signal }: Pick<Io, "colors" | "signal">,
): Promise<number> {
  const { session, packages } = host;
  const { output } = terminal;
  const write = (text: string): void => void output.write(text);
  const screen = createScreen({ out: write, notes: write, columns: () => output.columns || 80, colors });
  const { dim, bold, yellow } = styles(colors);

  let isBusy = false;
  const interruption = createInterruption();
  const keyboard = openKeyboard(terminal, interruption.press);
  const asking = personAtTerminal(host, {
    input: keyboard.input,
    output,
    colors,
    onInterrupt: interruption.press,
    onBegin: () => {
      keyboard.release();
      screen.rest();
    },
    onEnd: () => {
      if (isBusy) keyboard.watch();
    },
  });
  host.inspect = asking.inspect;
  host.warn = (message) => asking.later(() => screen.notice("!", message, yellow));

  const turn = async (input: string | undefined): Promise<void> => {
    const view = eventView({ screen, colors, toolName: toolNames(host), packages });
    screen.wait("the model answers");
    keyboard.watch();
    isBusy = true;
    try {
      await session.turn(input, {
        signal: AbortSignal.any([interruption.begin(), signal]),
        onEvent: (event) => asking.later(() => view.show(event)),
      });
    } finally {
      isBusy = false;
      keyboard.release();
      screen.rest();
    }
    if (host.failure !== undefined) throw host.failure;
  };

  try {
    for (const line of headlines(host)) screen.notice("·", line, dim);
    host.warnings.forEach(host.warn);
    let input = prompt;
    let isOpen = session.conversation.isOpen && prompt === undefined;
    if (isOpen) screen.notice("·", "The chat goes on where it was interrupted.", dim);
    for (;;) {
      if (input !== undefined || isOpen) await turn(input);
      isOpen = false;
      if (interruption.isTwice || signal.aborted) return exitCodes.interrupted;
      const read = await keyboard.read(bold("› "));
      if (read === "end") return exitCodes.fine;
      if (read === "interrupt") return exitCodes.interrupted;
      input = read.text.trim() === "" ? undefined : read.text;
      const command = input?.trim();
      if (command === "/exit" || command === "/quit") return exitCodes.fine;
      if (command === "/retry") {
        isOpen = session.conversation.isOpen;
        if (!isOpen) screen.notice("·", "There is nothing to retry: the model has answered.", dim);
        input = undefined;
      } else if (command !== undefined && /^\/[a-z]+$/.test(command)) {
        for (const line of help) screen.notice("·", line, dim);
        input = undefined;
      }
    }
  } finally {
    keyboard.close();
    screen.rest();
    if (!host.isEmpty) screen.notice("·", `Go on with: helve chat --resume ${host.transcript.path}`, dim);
  }
}

const help = [
  "/exit or Ctrl-D ends the chat, /retry lets the model answer again after an error.",
  "A line that ends with \\ goes on in the next one. Pasted lines stay together (␤).",
  "Ctrl-C stops the model and its tools, or clears the line; twice within a second, or on an empty line, it ends the chat.",
];

/** Writes the lines at the start of a chat: model, tools, rules, place. */
function headlines({ model, executor, rules, folder, sandbox, session }: ChatHost): readonly string[] {
  const { length } = session.conversation.messages;
  const place = sandbox?.capabilities.isolation === "none" ? `${sandbox.kind}, which isolates nothing` : sandbox?.kind;
  const where = folder === undefined ? "" : ` · folder: ${folder}`;
  return [
    `${model.name}${where} · rules: ${rules.map(({ name }) => name).join(", ")}${place === undefined ? "" : ` · sandbox: ${place}`}`,
    `tools: ${executor.names.join(", ") || "none"}`,
    ...(length > 0 ? [`resumed, with ${length} messages`] : []),
    "/help explains the keys.",
  ];
}

/** Handles Ctrl-C: once stops the turn, twice within a second ends the chat. */
function createInterruption() {
  let controller = new AbortController();
  let last = Number.NEGATIVE_INFINITY;
  const state = {
    isTwice: false,
    begin: (): AbortSignal => {
      controller = new AbortController();
      last = Number.NEGATIVE_INFINITY;
      return controller.signal;
    },
    press: (): void => {
      const now = performance.now();
      state.isTwice ||= now - last < 1000;
      last = now;
      controller.abort(new Error("You have stopped it."));
    },
  };
  return state;
}
