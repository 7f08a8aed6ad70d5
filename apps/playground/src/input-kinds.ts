/** The labels, notes and placeholders of the kinds of input, such as "Shell command". */
import type { InputKind } from "./share.ts";

/** The name of a kind of input, and the text that is typed. */
export interface InputKindText {
  readonly label: string;
  readonly note: string;
  readonly placeholder: string;
}

/** The kinds of input in the order of the list. */
export const inputKindTexts: Readonly<Record<InputKind, InputKindText>> = {
  shell: {
    label: "Shell command",
    note: "The command of a call of Terminal.Execute. Underlined characters have effects.",
    placeholder: "rm -r build",
  },
  python: {
    label: "Python",
    note: "The code of a call of PythonREPL.Run. Underlined characters have effects.",
    placeholder: "import os",
  },
  javascript: {
    label: "JavaScript",
    note: "The code of a call of JavaScript.Run. Underlined characters have effects.",
    placeholder: 'import fs from "node:fs";',
  },
  sql: {
    label: "SQL",
    note: "The statements of a call of Database.Query. Underlined characters have effects.",
    placeholder: "delete from carts",
  },
  powershell: {
    label: "PowerShell",
    note: "The script of a call of PowerShell.Run. Underlined characters have effects.",
    placeholder: "Remove-Item -Recurse build",
  },
  call: {
    label: "Arguments of a call",
    note: "The arguments as a model sends them. They need not quite be JSON.",
    placeholder: '{"to": ["bob@home.example"]}',
  },
  trace: {
    label: "Recorded session",
    note: "One call a line, as `helve log --json` prints them, or an audit log. Paste it, or drop a file here.",
    placeholder: '{"session": "1", "tool": "Bash", "args": {"command": "ls"}}',
  },
};
