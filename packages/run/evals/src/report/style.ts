/** The style sheet of an HTML report. */

/** The style of a report: light or dark as the reader prefers, one column of cards where there is little room. */
export const style = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1c2024, #e8eaed); --soft: light-dark(#575e66, #a4abb3);
  --page: light-dark(#ffffff, #14171a); --card: light-dark(#f5f6f8, #1d2125); --line: light-dark(#d5d9de, #3a4047);
  --link: light-dark(#0550ae, #7ab7ff);
  --good: light-dark(#116329, #6fdd8b); --good-back: light-dark(#dff5e5, #14331e);
  --bad: light-dark(#a40e26, #ff9ba4); --bad-back: light-dark(#fde7e9, #42171d);
  --mid: light-dark(#7a4500, #f2c46d); --mid-back: light-dark(#fdf1d8, #3a2b0c);
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 90rem; padding: 1.25rem; background: var(--page); color: var(--text);
  font: 0.9375rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0; line-height: 1.25; }
h2 { font-size: 1.125rem; margin: 2rem 0 0.5rem; }
h3 { font-size: 0.9375rem; margin: 1rem 0 0.25rem; }
p { margin: 0.25rem 0; }
dl.facts { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin: 0.75rem 0 0; }
dl.facts div { display: flex; gap: 0.4rem; }
dt { color: var(--soft); }
dd { margin: 0; font-variant-numeric: tabular-nums; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 0.6rem; border-top: 1px solid var(--line); }
thead th { border-top: 0; color: var(--soft); font-weight: 600; white-space: nowrap; }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
table.results { width: auto; min-width: min(100%, 40rem); }
.bar { position: relative; display: inline-block; width: 10rem; max-width: 100%; height: 0.75rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 0.25rem; vertical-align: middle; }
.bar i { position: absolute; inset-block: 0; left: calc(var(--low) * 100%); width: calc((var(--high) - var(--low)) * 100%); background: var(--link);
  opacity: 0.35; }
.bar b { position: absolute; inset-block: -2px; left: calc(var(--value) * 100% - 1px); width: 3px; background: var(--link); }
form { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: end; margin: 0.5rem 0 1rem; }
form label { display: grid; gap: 0.15rem; color: var(--soft); font-size: 0.875rem; }
form label.check { grid-auto-flow: column; align-items: center; gap: 0.4rem; padding-bottom: 0.35rem; }
input[type="search"], select { font: inherit; color: var(--text); background: var(--page); border: 1px solid var(--soft); border-radius: 0.375rem;
  padding: 0.3rem 0.5rem; max-width: 100%; }
input[type="search"] { width: 16rem; }
output { color: var(--soft); padding-bottom: 0.35rem; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 1px; }
td.long { max-width: 24rem; min-width: 8rem; }
.clip { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; white-space: pre-line; unicode-bidi: plaintext; }
button { font: inherit; font-weight: 600; color: var(--link); background: none; border: 0; padding: 0.1rem 0.25rem; margin: -0.1rem -0.25rem;
  cursor: pointer; text-align: left; }
button::before { content: "\\25B8\\00A0"; }
button[aria-expanded="true"]::before { content: "\\25BE\\00A0"; }
.chips { display: flex; flex-wrap: wrap; gap: 0.25rem; }
.chip { padding: 0 0.45rem; border-radius: 0.375rem; background: var(--card); border: 1px solid var(--line); white-space: nowrap; max-width: 16rem;
  overflow: hidden; text-overflow: ellipsis; }
.good { color: var(--good); background: var(--good-back); border-color: transparent; }
.bad { color: var(--bad); background: var(--bad-back); border-color: transparent; }
.mid { color: var(--mid); background: var(--mid-back); border-color: transparent; }
tr.detail > td { background: var(--card); padding: 0.25rem 1rem 1rem; }
ol.transcript { list-style: none; margin: 0.5rem 0 0; padding: 0; display: grid; gap: 0.5rem; }
ol.transcript > li { background: var(--page); border: 1px solid var(--line); border-left: 4px solid var(--line); border-radius: 0.375rem;
  padding: 0.4rem 0.75rem; min-width: 0; }
ol.transcript > li.assistant { border-left-color: var(--link); }
ol.transcript > li.tool { border-left-color: var(--good); }
ol.transcript > li.failed { border-left-color: var(--bad); }
.role { color: var(--soft); font-size: 0.8125rem; font-weight: 600; display: flex; flex-wrap: wrap; gap: 0.15rem 0.6rem; align-items: center; }
.text { white-space: pre-wrap; unicode-bidi: plaintext; }
.reasoning { color: var(--soft); font-style: italic; }
pre { margin: 0.25rem 0; padding: 0.4rem 0.6rem; background: var(--card); border: 1px solid var(--line); border-radius: 0.375rem; white-space: pre-wrap;
  font: 0.8125rem/1.45 ui-monospace, monospace; unicode-bidi: plaintext; }
tr.detail ul { margin: 0.25rem 0; padding-left: 1.25rem; }
.note { border-radius: 0.375rem; padding: 0.3rem 0.6rem; margin: 0.35rem 0; }
details { margin: 0.35rem 0; }
summary { cursor: pointer; color: var(--soft); }
img { max-width: 100%; }
[hidden] { display: none !important; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 56rem) {
  body { padding: 0.75rem; }
  table, tbody, tr, th, td { display: block; border: 0 !important; padding: 0; max-width: none !important; }
  thead { display: none; }
  table.results { min-width: 0; width: 100%; }
  table.results tr { border-top: 1px solid var(--line) !important; padding: 0.4rem 0; }
  tbody.sample { border: 1px solid var(--line) !important; border-radius: 0.5rem; margin-bottom: 0.6rem; padding: 0.5rem 0.75rem !important; }
  td[data-label] { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); gap: 0.5rem; text-align: left !important; padding: 0.1rem 0; white-space: normal !important; }
  td[data-label]::before { content: attr(data-label); color: var(--soft); }
  td.empty { display: none; }
  tr.detail > td { margin-top: 0.5rem; padding: 0.25rem 0.5rem 0.5rem !important; }
  input[type="search"] { width: 100%; }
  form label:first-child { flex-basis: 100%; }
}
`;
