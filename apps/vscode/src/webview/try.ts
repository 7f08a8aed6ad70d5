/** The script of the panel "Try a command". It runs in the page of the panel. */
import type { PanelMessage, PanelRequest, TryInput } from "../panel-messages.ts";
import { clearResult, showResult } from "./show-result.ts";

declare function acquireVsCodeApi(): {
  postMessage(message: PanelRequest): void;
  getState(): unknown;
  setState(state: TryInput): void;
};

const vscode = acquireVsCodeApi();
const file = element("file", HTMLSelectElement);
const language = element("language", HTMLSelectElement);
const tool = element("tool", HTMLInputElement);
const text = element("text", HTMLTextAreaElement);
const places = { headline: element("headline", HTMLElement), details: element("details", HTMLElement) };

/** The number of the last request of the panel; answers to earlier requests are outdated. */
let last = 0;
let waiting: number | undefined;
/** The rule file of the last time that the panel was open, until the list of files arrives. */
let wanted: string | undefined;
/** The rule file of the last active editor: another one is chosen when it changes. */
let lastActive: string | undefined;

restore(vscode.getState() as Partial<TryInput> | undefined);
for (const field of [file, language, tool, text]) field.addEventListener("input", changed);
document.getElementById("form")?.addEventListener("submit", (event) => event.preventDefault());
window.addEventListener("message", ({ data }: MessageEvent<PanelMessage | null>) => {
  if (typeof data === "object" && data !== null) receive(data);
});
vscode.postMessage({ type: "ready" });
text.focus();

/** Restores the fields of the form from a stored state. */
function restore(state: Partial<TryInput> | undefined): void {
  language.value = state?.language ?? "";
  if (language.selectedIndex < 0) language.value = "shell";
  text.value = state?.text ?? "";
  tool.value = state?.tool ?? "";
  wanted = state?.uri;
  showFields();
}

/** Stores the changed form and sends it soon. */
function changed(): void {
  showFields();
  vscode.setState(input());
  sendSoon();
}

/** Sends the input when nothing has changed for a moment. */
function sendSoon(): void {
  clearTimeout(waiting);
  waiting = window.setTimeout(send, 120);
}

/** Reads the fields of the form. */
function input(): TryInput {
  return { uri: file.value, language: language.value, text: text.value, tool: tool.value };
}

/** Sends the typed command to the extension, which judges it. */
function send(): void {
  last++;
  if (text.value.trim() === "" && language.value !== "tool") {
    clearResult(places);
    return;
  }
  vscode.postMessage({ type: "try", id: last, input: input() });
}

/** Handles a message of the extension. */
function receive(message: PanelMessage): void {
  switch (message.type) {
    case "files":
      showFiles(message);
      return;
    case "changed":
      sendSoon();
      return;
    case "result":
      if (message.id !== last) return;
      showResult(places, message.result, (line) => vscode.postMessage({ type: "reveal", uri: file.value, line }));
  }
}

function showFiles({ files, active }: Extract<PanelMessage, { type: "files" }>): void {
  const chosen = wanted ?? (active === lastActive ? file.value : (active ?? file.value));
  wanted = undefined;
  lastActive = active;
  file.replaceChildren(...files.map(({ uri, name }) => new Option(name, uri)));
  if (files.some(({ uri }) => uri === chosen)) file.value = chosen;
  send();
}

function showFields(): void {
  const isTool = language.value === "tool";
  for (const field of document.querySelectorAll<HTMLElement>(".of-tool")) field.hidden = !isTool;
  const label = language.value === "shell" || language.value === "cmd" ? "Command" : "Code";
  element("text-label", HTMLElement).textContent = isTool ? "Arguments (JSON)" : label;
}

function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`there is no ${id} in the page`);
  return found;
}
