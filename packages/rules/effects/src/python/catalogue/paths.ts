import type { CallEntry } from "../../engine/call-entry.ts";
import {
  call,
  creates,
  deletes,
  links,
  lists,
  listsAll,
  moves,
  opens,
  reads,
  readsAll,
  replaces,
  returns,
  returnsMany,
  setsMode,
} from "../../engine/rows.ts";

/** The effects of Python functions for files that are methods of path objects. */
export const pathCalls: readonly CallEntry[] = [
  // `pathlib`
  call("pathlib.Path.open", "mode", opens("self", "mode"), returns("file"), { keepsAsFields: "" }),
  call("pathlib.Path.read_text pathlib.Path.read_bytes", "", reads("self")),
  call("pathlib.Path.write_text pathlib.Path.write_bytes", "data", replaces("self", "data")),
  call("pathlib.Path.unlink pathlib.Path.rmdir", "", deletes("self")),
  call(
    "pathlib.Path.rename pathlib.Path.replace pathlib.Path.move pathlib.Path.move_into",
    "dst|target",
    moves("self", "dst"),
  ),
  call("pathlib.Path.copy pathlib.Path.copy_into", "dst|target", readsAll("self"), replaces("dst", "@fetched")),
  call("pathlib.Path.mkdir", "", creates("self", undefined, { isNewUnless: "exist_ok" })),
  call("pathlib.Path.touch", "", creates("self")),
  call("pathlib.Path.symlink_to pathlib.Path.hardlink_to pathlib.Path.link_to", "target", links("self", "target")),
  call("pathlib.Path.chmod pathlib.Path.lchmod", "mode", setsMode("self", "mode")),
  call("pathlib.Path.iterdir", "", lists("self"), returnsMany("children")),
  call("pathlib.Path.glob pathlib.Path.rglob", "pattern", listsAll("self"), returnsMany("descendants")),
  call("pathlib.Path.walk", "", listsAll("self"), returns("pathlib.Path.walk")),

  // Files that come with a package
  call("importlib.resources.files importlib_resources.files", "package", returns("package path")),

  // Methods of unknown objects that only paths have
  call("*.unlink *.rmdir", "", deletes("self")),
  call("*.read_text *.read_bytes", "", reads("self")),
  call("*.write_text *.write_bytes", "data", replaces("self", "data")),
];
