import { lastName } from "../engine/calls.ts";
import type { Alternative } from "../engine/value.ts";
import { methodOfType } from "./catalogue/databases.ts";

/** Whether a function is a method of the class of a value, which is then passed to it: `pathlib.Path.unlink(path)`. */
export function isMethodOf(alternative: Alternative, name: string): boolean {
  switch (alternative.kind) {
    case "list":
    case "dict":
      return /^(?:builtins\.)?(?:list|dict|set|collections\.deque)\.\w+$/.test(name);
    case "path":
      return /^pathlib\.\w*Path\.\w+$/.test(name);
    case "object":
      return alternative.type.includes(".") && methodOfType(alternative.type, lastName(name)) === name;
    default:
      return false;
  }
}
