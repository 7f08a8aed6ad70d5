import type { CallEntry } from "../../engine/call-entry.ts";

/** Functions for files that are methods of path objects. */
export const pathCalls: readonly CallEntry[] = [
  // `pathlib`
  {
    calls: "pathlib.Path.open",
    parameters: "mode",
    effects: [{ kind: "open", target: "self", mode: "mode", usual: "r" }],
    returns: "file",
    keepsAsFields: "",
  },
  { calls: "pathlib.Path.read_text pathlib.Path.read_bytes", effects: [{ kind: "read", target: "self" }] },
  {
    calls: "pathlib.Path.write_text pathlib.Path.write_bytes",
    parameters: "data",
    effects: [{ kind: "write", target: "self", mode: "replace", from: "data" }],
  },
  { calls: "pathlib.Path.unlink pathlib.Path.rmdir", effects: [{ kind: "delete", target: "self" }] },
  {
    calls: "pathlib.Path.rename pathlib.Path.replace pathlib.Path.move pathlib.Path.move_into",
    parameters: "dst|target",
    effects: [{ kind: "move", target: "self", to: "dst" }],
  },
  {
    calls: "pathlib.Path.copy pathlib.Path.copy_into",
    parameters: "dst|target",
    effects: [
      { kind: "read", target: "self", recursive: true },
      { kind: "write", target: "dst", mode: "replace", from: "@fetched" },
    ],
  },
  { calls: "pathlib.Path.mkdir", effects: [{ kind: "write", target: "self", isNewUnless: "exist_ok" }] },
  { calls: "pathlib.Path.touch", effects: [{ kind: "write", target: "self" }] },
  {
    calls: "pathlib.Path.symlink_to pathlib.Path.hardlink_to pathlib.Path.link_to",
    parameters: "target",
    effects: [{ kind: "write", target: "self", linkTo: "target" }],
  },
  {
    calls: "pathlib.Path.chmod pathlib.Path.lchmod",
    parameters: "mode",
    effects: [{ kind: "permission", target: "self", change: "mode", value: "mode" }],
  },
  {
    calls: "pathlib.Path.iterdir",
    effects: [{ kind: "list", target: "self" }],
    returns: "children",
    returnsMany: true,
  },
  {
    calls: "pathlib.Path.glob pathlib.Path.rglob",
    parameters: "pattern",
    effects: [{ kind: "list", target: "self", recursive: true }],
    returns: "descendants",
    returnsMany: true,
  },
  {
    calls: "pathlib.Path.walk",
    effects: [{ kind: "list", target: "self", recursive: true }],
    returns: "pathlib.Path.walk",
  },

  // Files that come with a package
  { calls: "importlib.resources.files importlib_resources.files", parameters: "package", returns: "package path" },

  // Methods of unknown objects that only paths have
  { calls: "*.unlink *.rmdir", effects: [{ kind: "delete", target: "self" }] },
  { calls: "*.read_text *.read_bytes", effects: [{ kind: "read", target: "self" }] },
  {
    calls: "*.write_text *.write_bytes",
    parameters: "data",
    effects: [{ kind: "write", target: "self", mode: "replace", from: "data" }],
  },
];
