/** The style and the script of the HTML page of a session. */

/** The style of the page of a session: light or dark as the reader prefers. */
export const style = `
:root { color-scheme: light dark;
  --text: light-dark(#1c2024, #e8eaed); --soft: light-dark(#575e66, #a4abb3); --page: light-dark(#ffffff, #14171a);
  --card: light-dark(#f5f6f8, #1d2125); --line: light-dark(#d5d9de, #3a4047); --link: light-dark(#0550ae, #7ab7ff);
  --allow: light-dark(#116329, #6fdd8b); --deny: light-dark(#a40e26, #ff9ba4); --ask: light-dark(#7a4500, #f2c46d); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.25rem; background: var(--page); color: var(--text);
  font: 0.9375rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0; }
h4 { margin: 0.75rem 0 0.25rem; font-size: 0.875rem; color: var(--soft); }
p { margin: 0.25rem 0; }
dl { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; }
dl div { display: flex; gap: 0.4rem; }
dt, .soft, time, output { color: var(--soft); }
dd { margin: 0; }
form { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: end; margin: 1rem 0; }
label { display: grid; gap: 0.15rem; color: var(--soft); font-size: 0.875rem; }
input, select { font: inherit; color: var(--text); background: var(--page); border: 1px solid var(--soft); border-radius: 0.375rem;
  padding: 0.3rem 0.5rem; max-width: 100%; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 1px; }
.timeline { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.5rem; }
.timeline > li { border: 1px solid var(--line); border-left: 4px solid var(--line); border-radius: 0.375rem; padding: 0.4rem 0.75rem; min-width: 0; }
.timeline > .prompt { border-left-color: var(--link); }
.allow, .approved, .answer { --own: var(--allow); }
.ask { --own: var(--ask); }
.deny { --own: var(--deny); }
.timeline > :is(.call, .answer) { border-left-color: var(--own); }
.verdict { color: var(--own); font-weight: 600; }
summary { cursor: pointer; }
summary code { color: var(--soft); }
.text, pre { white-space: pre-wrap; unicode-bidi: plaintext; }
pre { margin: 0.25rem 0; padding: 0.5rem 0.6rem; background: var(--card); border: 1px solid var(--line); border-radius: 0.375rem; max-height: 30rem;
  overflow: auto; font: 0.8125rem/1.6 ui-monospace, monospace; }
mark { color: inherit; background: none; text-decoration: underline 2px var(--ask); text-underline-offset: 3px; }
mark sub { font-size: 0.625rem; color: var(--ask); }
.effects { margin: 0.25rem 0; padding-left: 1.75rem; }
.kind { color: var(--soft); font-weight: 600; }
[hidden] { display: none !important; }
`;

/** The script of the page: filters the calls. It reads texts of the page, and never makes markup of them. */
export const script = `"use strict";
const calls = Array.from(document.querySelectorAll("li.call"), (item) => ({ item, text: item.textContent.toLowerCase() }));
const others = document.querySelectorAll(".timeline > li:not(.call)");
const control = (id) => document.getElementById(id);
function filter() {
  const words = control("search").value.toLowerCase().split(/\\s+/).filter(Boolean);
  const verdict = control("verdict").value;
  const effect = control("effect").value;
  let count = 0;
  for (const { item, text } of calls) {
    const shows = words.every((word) => text.includes(word))
      && (verdict === "" || item.dataset.verdict === verdict)
      && (effect === "" || item.dataset.effects.split(" ").includes(effect));
    item.hidden = !shows;
    if (shows) count++;
  }
  for (const item of others) item.hidden = count < calls.length;
  control("count").textContent = count + " of " + calls.length + " calls";
}
document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
document.querySelector("form").addEventListener("input", filter);
filter();
`;
