// Opens and writes links.

import type { ExampleContent } from "./example-content.ts";
import { exampleContent, examples, firstExample } from "./examples.ts";
import { type PlaygroundState, readShareHash, ShareError, shareHash } from "./share.ts";
import type { Texts } from "./texts.ts";
import { byId } from "./view/dom.ts";

/** The links of the page. */
export interface Links {
  /** Opens what the URL says, now and when its hash changes. */
  open(): Promise<void>;
  /** Says that the user has changed a text. */
  changed(): void;
}

const empty: ExampleContent = { rules: "", tests: "", context: "", input: { kind: "shell", text: "" } };

/**
 * Makes the list of examples and the button for links work; `onOpen` is called when other texts were opened, with the id of
 * the example if they are its own.
 */
export function createLinks(texts: Texts, list: HTMLSelectElement, onOpen: (example: string) => void): Links {
  const [notice, button] = [byId("notice"), byId("share")];
  const show = (content: ExampleContent, example: string): void => {
    list.value = example;
    texts.show(content);
    onOpen(example);
  };
  const openState = async ({ example = "", ...state }: PlaygroundState): Promise<void> => {
    const named = example === "" ? undefined : await exampleContent(example);
    if (example !== "" && named === undefined) report(`there is no example "${example.slice(0, 40)}"`);
    const isExample = Object.keys(state).length === 0;
    const known = named ?? (isExample ? await exampleContent(firstExample) : undefined) ?? empty;
    const id = named === undefined ? firstExample : example;
    show({ ...known, ...state }, isExample ? id : "");
  };
  const report = (message: string): void => {
    notice.textContent = message;
    notice.hidden = message === "";
  };
  const open = async (): Promise<void> => {
    const { value, issues } = readShareHash(location.hash);
    report(issues.map(({ message }) => message).join("; "));
    await openState(value ?? {});
  };
  list.addEventListener("change", () => {
    report("");
    history.replaceState(
      null,
      "",
      list.value === firstExample ? location.pathname : shareHash({ example: list.value }),
    );
    void openState({ example: list.value });
  });
  button.addEventListener("click", async () => {
    try {
      const isExample = examples.some(({ id }) => id === list.value);
      history.replaceState(null, "", shareHash(isExample ? { example: list.value } : texts.content()));
      await navigator.clipboard.writeText(location.href);
      confirm(button, "Link copied");
    } catch (error) {
      if (error instanceof ShareError) report(error.message);
      else confirm(button, "The link is in the address bar");
    }
  });
  addEventListener("hashchange", () => void open());
  return {
    open,
    changed() {
      if (list.value !== "") history.replaceState(null, "", location.pathname);
      list.value = "";
    },
  };
}

/** Shows a text in a button for a moment. */
function confirm(button: HTMLElement, text: string): void {
  const before = "Copy link";
  button.textContent = text;
  setTimeout(() => {
    button.textContent = before;
  }, 2000);
}
