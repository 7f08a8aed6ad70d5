/** The subpath `@helve/effects/go`: lists the effects of a Go program without running it. */
import { interpretProgram } from "./engine/interpret-program.ts";
import { goDialect } from "./go/dialect.ts";
import { createReader, type EffectReader } from "./languages.ts";
import { withLineEnds } from "./line-ends.ts";

/**
 * Reads what a Go program would do, without running it: `main`, `init` and tests, with the functions, methods and goroutines that they call,
 * and functions that nothing calls.
 *
 * A call of a package that is not in its catalogue counts as harmless. Unknown system calls and C code are effects of kind `anything`.
 * Never throws.
 *
 * @example
 * go.read('package main\nimport "os"\nfunc main() { os.Remove("a.txt") }').effects[0]?.by; // "os.Remove"
 */
export const go: EffectReader = createReader("go", (program, context) =>
  interpretProgram(goDialect, withLineEnds(program), context),
);
