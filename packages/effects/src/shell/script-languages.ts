import { lua } from "./script-code/lua.ts";
import { perl } from "./script-code/perl.ts";
import { php } from "./script-code/php.ts";
import { ruby } from "./script-code/ruby.ts";
import type { ScriptLanguage } from "./script-code/script-language.ts";

/** The languages that the reader of script code knows, by name. */
export const scriptLanguages: ReadonlyMap<string, ScriptLanguage> = new Map([
  ["perl", perl],
  ["ruby", ruby],
  ["php", php],
  ["lua", lua],
]);
