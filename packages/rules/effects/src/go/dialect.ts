/** The parts of Go that the interpreter needs: its lowering, builtins and library functions. */
import type { Dialect } from "../engine/dialect.ts";
import { exactValue, listValue, textValue, type Value } from "../engine/value.ts";
import { suppliedText } from "../unknown-text.ts";
import { catalogueEntry, isCatalogueModule } from "./catalogue.ts";
import { builtins, callFunction, callMethod } from "./library-calls.ts";
import { lowerGo } from "./lower.ts";

/** Go. */
export const goDialect: Dialect = {
  name: "go",
  lower: lowerGo,
  catalogue: { entry: catalogueEntry, methodName: (type, name) => `${type}.${name}`, hasModule: isCatalogueModule },
  builtins: new Map(),
  methods: new Map(),
  constructors: [],
  defaultsOnce: false,
  self: null,
  environments: new Set(),
  exits: new Set(
    "os.Exit syscall.Exit runtime.Goexit log.Fatal log.Fatalf log.Fatalln log.Panic log.Panicf log.Panicln".split(" "),
  ),
  assignsOuter: true,
  copies: false,
  hasPointers: true,
  seesFields: true,
  hasRecords: true,
  globalValue: (name) =>
    builtins.has(name) || catalogueEntry(name) !== undefined ? exactValue({ kind: "library", name }) : undefined,
  canonicalName,
  constant,
  callFunction,
  callMethod,
  isSelfContained,
  services: new Map([
    ["aws", "AWS"],
    ["gcp", "Google Cloud"],
    ["azure", "Azure"],
    ["k8s", "a cluster"],
    ["forge", "a code forge"],
    ["pay", "a payment service"],
    ["message", "a messaging service"],
    ["store", "a key-value store"],
  ]),
};

/** Packages whose functions are read as the functions of another package, or of a service. */
const prefixes: readonly (readonly [RegExp, string])[] = [
  [/^golang\.org\/x\/sys\/(unix|windows)\b/, "syscall"],
  [/^github\.com\/aws\/aws-sdk-go(-v2)?\/(service\/)?/, "aws."],
  [/^(cloud\.google\.com\/go|google\.golang\.org\/api)\//, "gcp."],
  [/^github\.com\/Azure\/azure-sdk-for-go\//, "azure."],
  [/^(k8s\.io|sigs\.k8s\.io)\//, "k8s."],
  [/^(github\.com\/google\/go-github|github\.com\/xanzy\/go-gitlab|gitlab\.com\/gitlab-org\/api)\//, "forge."],
  [/^github\.com\/stripe\/stripe-go\//, "pay."],
  [/^github\.com\/(slack-go|bwmarrin|twilio|sendgrid|go-telegram-bot-api)\//, "message."],
  [/^(github\.com\/hashicorp\/(consul|vault)|go\.etcd\.io)\//, "store."],
];

/** Replaces the start of a Go package's path by the one that the catalogue uses. */
function canonicalName(name: string): string {
  const found = prefixes.find(([prefix]) => prefix.test(name));
  return found === undefined ? name : name.replace(found[0], found[1]);
}

/** Returns the value of a library constant; `undefined` if it is unknown. */
function constant(name: string): Value | undefined {
  switch (name) {
    case "os.Args":
      return listValue([], textValue(suppliedText, [{ kind: "input" }]), [{ kind: "input" }]);
    case "os.Stdin":
      return exactValue({ kind: "library", name }, [{ kind: "input" }]);
    case "os.DevNull":
      return textValue("/dev/null");
    case "net/http.MethodGet":
      return textValue("GET");
    case "net/http.MethodPost":
      return textValue("POST");
    case "os.ModePerm":
      return exactValue({ kind: "number", number: 0o777 });
    case "path/filepath.Separator":
    case "os.PathSeparator":
      return exactValue({ kind: "number", number: 47 });
    default:
      return undefined;
  }
}

const harmless = new Set(
  (
    "bufio bytes cmp container/heap container/list container/ring context encoding/base64 encoding/hex encoding/json errors fmt " +
    "hash/fnv iter maps math math/big math/bits math/cmplx math/rand math/rand/v2 regexp slices sort strconv strings sync sync/atomic " +
    "testing time unicode unicode/utf8 crypto/md5 crypto/sha1 crypto/sha256 crypto/sha512 crypto/rand encoding/binary"
  ).split(" "),
);

/** Members of `os` that have no effects. */
const harmlessNames = /^os\.(Stdin|Stdout|Stderr|Exit|Args)$/;

/** Whether a program only computes, reads its input and prints: it imports nothing else, and does not rename what it imports. */
function isSelfContained(program: string, isParsed: boolean): boolean {
  if (!isParsed) return false;
  if (/^\/\/go:(linkname|embed|generate|cgo)/m.test(program)) return false;
  const imports = [...program.matchAll(/^import[ \t]*(?:\(([^()]*)\)|([^\n]*))/gm)].flatMap(([, block, line = ""]) =>
    (block ?? line).split("\n").map((each) => each.replace(/\/\/.*/, "").trim()),
  );
  const paths = imports.filter((each) => each !== "").map((each) => /^"([\w/.-]+)"$/.exec(each)?.[1] ?? "");
  return (
    paths.every((path) => harmless.has(path) || path === "os") &&
    [...program.matchAll(/\bos\.\w+/g)].every(([name]) => harmlessNames.test(name))
  );
}
