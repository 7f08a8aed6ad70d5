/** The script of an HTML report: opens transcripts, and filters the samples. */

/**
 * The script of a report: opens transcripts, and filters the samples. It reads texts of the page, and never makes markup of them. A change of
 * it needs a new hash.
 */
export const script = `"use strict";
const samples = Array.from(document.querySelectorAll("tbody.sample"), (body) => {
  const button = body.querySelector("button");
  const detail = body.querySelector("tr.detail");
  const template = detail.querySelector("template");
  const text = (body.textContent + " " + template.content.textContent).toLowerCase();
  button.addEventListener("click", () => {
    const opens = detail.hidden;
    if (opens && template.isConnected) template.replaceWith(template.content);
    detail.hidden = !opens;
    button.setAttribute("aria-expanded", String(opens));
  });
  return { body, text };
});
const control = (id) => document.getElementById(id);
function filter() {
  const words = control("search").value.toLowerCase().split(/\\s+/).filter(Boolean);
  const status = control("status").value;
  const score = control("score").value;
  const guarded = control("guarded").checked;
  let count = 0;
  for (const { body, text } of samples) {
    const shows = words.every((word) => text.includes(word))
      && (status === "" || body.dataset.status === status)
      && (score === "" || JSON.parse(body.dataset.scores).includes(score))
      && (!guarded || body.dataset.guarded === "true");
    body.hidden = !shows;
    if (shows) count++;
  }
  control("count").textContent = count + " of " + samples.length + " samples";
}
document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
document.querySelector("form").addEventListener("input", filter);
filter();
`;

/** The hash of the script, by which the page's policy allows it and no other. */
export const scriptHash = "sha256-kVVE7NkwNYOn9wWn+jq9Gwot5/5KTQBK1ppZXQHGX9o=";
