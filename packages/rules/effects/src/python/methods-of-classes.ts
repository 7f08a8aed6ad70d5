import { methodOfType } from "./catalogue/databases.ts";
import type { Alternative } from "../engine/value.ts";

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

/** The last part of a dotted name: `unlink`. */
export function lastName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
