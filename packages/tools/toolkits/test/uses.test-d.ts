import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { predicates } from "@helve/predicates";
import { filesUses } from "@helve/toolkits/files";
import { gmailUses } from "@helve/toolkits/gmail";
import { pythonREPLUses } from "@helve/toolkits/python-repl";
import { terminalUses } from "@helve/toolkits/terminal";
import { test } from "vitest";

test("the uses of toolkits are entries of one policy, which needs the readers of their languages", () => {
  const tools = { ...terminalUses, ...pythonREPLUses, ...filesUses, ...gmailUses };
  predicates({ languages: { shell, python }, tools });
  // @ts-expect-error: there is no reader of shell commands
  predicates({ languages: { python }, tools });
});
