/** The subpath `@helve/effects/javascript`: lists the effects of a JavaScript or TypeScript program without running it. */
import { interpretProgram } from "./engine/interpret-program.ts";
import { javascriptDialect } from "./javascript/dialect.ts";
import { createReader, type EffectReader } from "./languages.ts";
import { withLineEnds } from "./line-ends.ts";

export { javascriptTree } from "./javascript/parse-program.ts";

/**
 * Reads what a JavaScript or TypeScript program would do, without running it: through imports, aliases, variables, functions and
 * callbacks. It knows the modules of Node that touch files, processes and the network, and `fetch`.
 *
 * A call of a library that is not in its catalogue counts as harmless. An unlisted function of a module that is dangerous as a
 * whole (`fs`, `child_process`, `Deno`), code that is built from unknown values, and a syntax error are effects of kind
 * `anything`. Never throws.
 *
 * @example
 * javascript.read("require('fs').rmSync('a.txt')").effects[0]?.kind; // "delete"
 */
export const javascript: EffectReader = createReader("javascript", (program, context) =>
  // The separators of lines and paragraphs end a line, too.
  interpretProgram(javascriptDialect, withLineEnds(program).replaceAll(/[\u2028\u2029]/g, "\n"), context),
);
