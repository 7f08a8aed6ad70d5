import { homeText } from "../engine/environment.ts";
import type { Interpreter } from "../engine/interpreter.ts";
import { exactValue, textValue, unknownValue, type Value } from "../engine/value.ts";
import { isCatalogueModule } from "./catalogue.ts";

/** Constants of libraries (`os.sep`) and values with a known origin (`sys.argv`, `os.environ`). */
export function libraryConstant(name: string, interpreter: Interpreter): Value | undefined {
  switch (name) {
    case "os.sep":
    case "os.path.sep":
      return textValue("/");
    case "os.linesep":
      return textValue("\n");
    case "os.curdir":
      return textValue(".");
    case "os.pardir":
      return textValue("..");
    case "os.devnull":
      return textValue("/dev/null");
    case "sys.executable":
      return textValue("python3");
    case "sys.argv":
    case "sys.stdin":
    case "sys.stdin.buffer":
      return {
        alternatives: [{ kind: "library", name }],
        mayBeUnknown: false,
        from: [{ kind: "input" }],
        repetitions: 1,
      };
    case "sys.platform":
      return unknownValue;
    case "flask.request":
    case "bottle.request":
    case "cherrypy.request":
      return {
        alternatives: [{ kind: "library", name }],
        mayBeUnknown: false,
        from: [{ kind: "input" }],
        repetitions: 1,
      };
    case "os.environ":
    case "os.environb":
      return {
        alternatives: [{ kind: "library", name }],
        mayBeUnknown: false,
        from: [{ kind: "environment", all: true }],
        repetitions: 1,
      };
    case "tempfile.tempdir":
      return textValue("/tmp");
    case "site.USER_BASE":
      return textValue(`${homeText(interpreter)}/.local`);
    case "string.ascii_lowercase":
      return textValue("abcdefghijklmnopqrstuvwxyz");
    default:
      return name.startsWith("signal.SIG") && !isCatalogueModule(name)
        ? exactValue({ kind: "library", name })
        : undefined;
  }
}
