/** Finds the examples in the documentation of Rust code, which `cargo test` compiles and runs. */

/** Returns code with its examples as code after it. */
export function withExamples(code: string): string {
  const lines = [...code.matchAll(documentation)].map(([, line, block, text]) => {
    if (line !== undefined) return line.replace(/^ /, "");
    if (block !== undefined) return block.replaceAll(/^[ \t]*\*? ?/gm, "");
    return (text ?? "").replaceAll("\\n", "\n").replaceAll(/\\(["\\])/g, "$1");
  });
  const examples = [...`${lines.join("\n")}\n`.matchAll(fences)].flatMap(({ groups = {} }) =>
    (groups["info"] ?? "").split(/[\s,{}]+/).every((word) => runs.test(word)) ? [groups["code"] ?? ""] : [],
  );
  // Lines of an example that the documentation does not show begin with `#`.
  return [code, ...examples.map((example) => example.replaceAll(/^[ \t]*# /gm, ""))].join("\n");
}

/** `/// text`, `//! text`, block comments and `#[doc = "text"]`. */
const documentation =
  /^[ \t]*\/\/[/!](?!\/)(.*)$|\/\*[*!]((?!\/)[\s\S]*?)(?:\*\/|(?![\s\S]))|#!?\[\s*doc\s*=\s*r?#*"((?:[^"\\]|\\[\s\S])*)"/gm;

const fences = /^[ \t]*(?<mark>```+|~~~+)(?<info>[^\n]*)\n(?<code>[\s\S]*?)(?:^[ \t]*\k<mark>|(?![\s\S]))/gm;

/** The words after the mark of an example with which it is run. */
const runs = /^(?:|rust|should_panic|edition\d+|standalone\w*|custom|\.[\w-]+)$/;
