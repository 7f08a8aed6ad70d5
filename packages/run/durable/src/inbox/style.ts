/** The style sheet of the inbox's pages. */

/** The style of the pages: readable on a phone, in light and dark colors, and with a visible focus. */
export const style: string = `:root { color-scheme: light dark; --text: #1b1f23; --soft: #57606a; --line: #d0d7de; --back: #ffffff; --mark: #fff3b0; --go: #116329; --stop: #a40e26; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #9da7b1; --line: #3d444d; --back: #14171a; --mark: #5a4a00; --go: #56d364; --stop: #ff8182; } }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); }
main { max-width: 46rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin-top: 2rem; } h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
a { color: inherit; }
.soft, .effect { color: var(--soft); } .effect { margin: .25rem 0 0; }
.text { white-space: pre-wrap; }
pre { margin: 0; padding: .6rem; border: 1px solid var(--line); border-radius: .4rem; font: .9rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
mark { background: var(--mark); color: inherit; text-decoration: underline; text-decoration-thickness: 2px; }
.questions { list-style: none; padding: 0; } .questions li { border-top: 1px solid var(--line); padding: .6rem 0; }
.questions a { display: block; padding: .25rem 0; }
.summary { display: block; color: var(--soft); }
form { margin: 1rem 0; padding: .8rem; border: 1px solid var(--line); border-radius: .4rem; }
details { margin: 1rem 0; } summary { padding: .6rem 0; cursor: pointer; }
label { display: block; margin-top: .4rem; }
textarea { width: 100%; font: .95rem/1.4 ui-monospace, monospace; color: inherit; background: var(--back); border: 1px solid var(--soft); border-radius: .3rem; padding: .4rem; margin-bottom: .5rem; }
button { font: inherit; font-weight: 600; min-height: 2.75rem; min-width: 8rem; padding: .4rem 1rem; color: var(--text); background: var(--back); border: 2px solid currentColor; border-radius: .4rem; cursor: pointer; }
button.approve { color: var(--go); } button.reject { color: var(--stop); }
:focus-visible { outline: 3px solid #0969da; outline-offset: 2px; }
nav a { display: inline-block; padding: .5rem 0; margin-right: 1rem; }
.done { border-left: 4px solid var(--go); padding-left: .6rem; }
`;
