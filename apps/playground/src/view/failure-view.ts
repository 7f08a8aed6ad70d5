import { h } from "./dom.ts";

/** Shows why there is no verdict, with a button that evaluates again. */
export function failureView(message: string): HTMLElement {
  return h(
    "div",
    { class: "hero problem" },
    h(
      "div",
      {},
      h("h2", {}, "No verdict"),
      h("p", {}, message),
      h("button", { type: "button", class: "retry", "data-key": "retry", "data-retry": true }, "Try again"),
    ),
  );
}
