/** The examples that the page offers. The texts of all but the first are loaded when one is opened. */
import type { ExampleContent } from "./example-content.ts";

/** An example in the list. */
export interface Example {
  readonly id: string;
  readonly group: string;
  readonly title: string;
}

/** All examples, in the order of the list. */
export const examples: readonly Example[] = [
  { id: "figure-2", group: "The AgentSpec paper", title: "Figure 2: a command deletes a document" },
  { id: "figure-1", group: "The AgentSpec paper", title: "Figure 1: a mail with sensitive information" },
  { id: "secrets", group: "Coding agent", title: "A command sends a key" },
  { id: "tests", group: "Coding agent", title: "A harmless command, and tests with coverage" },
  { id: "python", group: "Coding agent", title: "A Python program" },
  { id: "session", group: "Coding agent", title: "A session: write a script, then run it" },
  { id: "injection", group: "Assistant", title: "A session: a web page gives orders" },
  { id: "repairs", group: "Assistant", title: "Arguments that are not quite JSON" },
  { id: "household", group: "Household", title: "A robot puts a fork into a microwave" },
];

/** The example that an empty link opens. */
export const firstExample = "figure-2";

/** Returns the texts of an example; `undefined` if no example has this id. */
export async function exampleContent(id: string): Promise<ExampleContent | undefined> {
  if (id === firstExample) return figure2;
  return (await import("./examples/contents.ts")).contents.get(id);
}

const figure2: ExampleContent = {
  rules: `// A person is asked before the agent deletes an important file (AgentSpec, Fig. 2).
rule @check_
trigger Terminal.Execute
check
    is_delete_important_file
enforce
    user_inspection
end
`,
  tests: `test "a document needs a person"
when Terminal.Execute({"command": "rm documents/thesis.md"})
expect user_inspection by @check_
end

test "a cache does not"
when Terminal.Execute({"command": "rm -r cache"})
expect allow
end
`,
  context: `{
  "policy": {
    "importantFiles": ["documents/**"]
  }
}
`,
  input: { kind: "shell", text: 'bash -c "cd documents && rm -f *.md" && rm -r cache' },
};
