/** The subpath `@helve/effects/php`: lists the effects of a PHP program without running it. */
import { interpretProgram } from "./engine/interpret-program.ts";
import { createReader, type EffectReader } from "./languages.ts";
import { withLineEnds } from "./line-ends.ts";
import { phpDialect } from "./php/dialect.ts";

/**
 * Reads what a PHP program would do, without running it: a file with `<?php`, or code without an opening tag as in `php -r CODE`.
 * It knows PHP's functions for files, processes, networks and databases, and those of Laravel, Symfony, Guzzle and WordPress.
 *
 * It follows every path that the program could take, functions that nothing calls, and functions that are called by a computed name. A
 * call of a library that is not in its catalogue counts as harmless; an unknown function that is called by a computed name,
 * references between variables, and a syntax error are effects of kind `anything`. Never throws.
 *
 * @example
 * php.read("$f = 'unlink'; $f('a.txt');").effects[0]?.by; // "unlink"
 * php.read(program, { languages: { shell, php } }); // reads `shell_exec('…')`, too
 */
export const php: EffectReader = createReader("php", (program, context) =>
  interpretProgram(phpDialect, withLineEnds(program), context),
);
