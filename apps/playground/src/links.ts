/** Opens the playground from a link, and writes the link that "Share" copies. */
import type { ExampleContent } from "./example-content.ts";
import { exampleContent, examples, firstExample } from "./examples.ts";
import { showNotice } from "./notice.ts";
import { type PlaygroundState, readShareHash, readState, ShareError, shareHash } from "./share.ts";
import type { Texts } from "./texts.ts";
import { byId } from "./view/dom.ts";

/** The links of the page. */
export interface Links {
  /** Opens what the URL says, now and after a step in the history of the page. */
  open(): Promise<void>;
  /** Called when the user has changed a text. */
  changed(): void;
}

const empty: ExampleContent = { rules: "", tests: "", context: "", input: { kind: "shell", text: "" } };

/** The functions and values that the links of the page use. */
export interface LinksOptions {
  readonly texts: Texts;
  readonly list: HTMLSelectElement;
  /** Called when other texts were opened, with the id of the example if they are its own. */
  readonly onOpen: (example: string) => void;
  readonly announce: (text: string) => void;
}

/** Connects the list of examples and the share button. The user's texts are stored in the history of the page. */
export function createLinks({ texts, list, onOpen, announce }: LinksOptions): Links {
  const button = byId("share");
  /** The id of the example that is shown; `undefined` before anything is. */
  let shown: string | undefined;
  /** Whether the texts are neither an example nor what the URL says. */
  let isOwn = false;
  /** Counts what was opened or typed: an example that is loaded after that is not shown any more. */
  let turn = 0;
  let saving: ReturnType<typeof setTimeout> | undefined;
  const show = (content: ExampleContent, example: string): void => {
    turn++;
    clearTimeout(saving);
    list.value = example;
    shown = example;
    texts.show(content);
    onOpen(example);
  };
  /** Returns whether the state is shown. */
  const openState = async ({ example = "", ...state }: PlaygroundState): Promise<boolean> => {
    const own = ++turn;
    let named: ExampleContent | undefined;
    try {
      named = example === "" ? undefined : await exampleContent(example);
    } catch {
      if (own === turn) await notLoaded();
      return false;
    }
    const isExample = Object.keys(state).length === 0;
    const known = named ?? (isExample ? await exampleContent(firstExample) : undefined) ?? empty;
    if (own !== turn) return false;
    if (example !== "" && named === undefined) showNotice(`there is no example "${example.slice(0, 40)}"`);
    isOwn = false;
    show({ ...known, ...state }, isExample ? (named === undefined ? firstExample : example) : "");
    return true;
  };
  const notLoaded = async (): Promise<void> => {
    showNotice("the example can't be loaded: check the connection, and reload the page");
    list.value = shown ?? "";
    if (shown === undefined) await openState({});
  };
  const open = async (): Promise<void> => {
    const { value: own } = readState(history.state);
    if (own !== undefined) {
      showNotice("");
      isOwn = true;
      show({ ...empty, ...own }, "");
      return;
    }
    const { value, issues } = readShareHash(location.hash);
    showNotice(issues.map(({ message }) => message).join("; "));
    if (value !== undefined || shown === undefined) await openState(value ?? {});
  };
  list.addEventListener("change", async () => {
    const id = list.value;
    const [before, own] = [shown, isOwn ? texts.content() : undefined];
    showNotice("");
    if (!(await openState({ example: id }))) return;
    const address = addressWith(id === firstExample ? "" : shareHash({ example: id }));
    clearTimeout(saving);
    if (own !== undefined) save(own);
    // Texts that are no example are one step back.
    if (before === "") history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  });
  button.addEventListener("click", async () => {
    try {
      const isExample = examples.some(({ id }) => id === list.value);
      history.replaceState(null, "", shareHash(isExample ? { example: list.value } : texts.content()));
      isOwn = false;
      clearTimeout(saving);
      showNotice("");
      await navigator.clipboard.writeText(location.href);
      confirm("Link copied");
    } catch (error) {
      if (error instanceof ShareError) showNotice(error.message);
      else confirm("The link is in the address bar");
    }
  });
  const confirm = (text: string): void => {
    announce(`${text}.`);
    button.textContent = text;
    setTimeout(() => {
      button.textContent = "Copy link";
    }, 2000);
  };
  addEventListener("popstate", () => void open());
  return {
    open,
    changed() {
      turn++;
      showNotice("");
      if (!isOwn) history.replaceState(null, "", addressWith(""));
      isOwn = true;
      clearTimeout(saving);
      saving = setTimeout(() => save(texts.content()), saveDelay);
      shown = "";
      list.value = "";
    },
  };
}

/** How long nothing must change before the texts of the user are saved, in milliseconds. */
const saveDelay = 1000;

/** Stores texts in the history of the page, so that a reload and the back button show them again. */
function save(content: PlaygroundState): void {
  try {
    history.replaceState(content, "");
  } catch {
    // More than this browser keeps.
  }
}

/** The address of the page with another hash. It is absolute, because a path that begins with `//` would name another host. */
function addressWith(hash: string): string {
  const url = new URL(location.href);
  url.hash = hash;
  return url.href;
}
