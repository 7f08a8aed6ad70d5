import { homeText, programFile } from "../engine/environment.ts";
import type { Interpreter } from "../engine/interpreter.ts";
import { exactValue, textValue, unknownValue, type Value } from "../engine/value.ts";
import { builtins } from "./builtins.ts";
import { catalogueEntry, isCatalogueModule } from "./catalogue.ts";
import { keptName, unknownKeptName } from "./kept-names.ts";

/**
 * Converts a dotted name to the name that the catalogue uses: `posix.remove` and `shutil.os.remove` become `os.remove`.
 */
export function canonicalName(name: string): string {
  if (name.endsWith(".__call__")) return canonicalName(name.slice(0, -9));
  const alias = aliases.get(name);
  if (alias !== undefined) return alias;
  const end = name.indexOf(".");
  if (end === -1) return name;
  if (name.startsWith("builtins.") && !name.startsWith("builtins.__dict__")) return name.slice(9);
  const head = aliases.get(name.slice(0, end)) ?? (name.startsWith("ruamel.yaml.") ? "yaml" : undefined);
  if (head !== undefined) return canonicalName(head + name.slice(name.startsWith("ruamel.") ? 11 : end));
  const inner = /\._?(os|sys|subprocess|shutil|builtins|socket|importlib|pickle)(\.|$)/.test(name)
    ? reachableModule.exec(name)
    : null;
  return inner === null || isCatalogueModule(name) || catalogueEntry(name) !== undefined
    ? name
    : canonicalName(`${inner[1]}${inner[2]}`);
}

/** Modules and functions that have a second name. */
const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    posix: "os",
    nt: "os",
    posixpath: "os.path",
    ntpath: "os.path",
    "io.open": "open",
    "_io.open": "open",
    "_io.FileIO": "open",
    "io.FileIO": "open",
    _pickle: "pickle",
    cPickle: "pickle",
    "pickle._loads": "pickle.loads",
    _socket: "socket",
    "socket.SocketType": "socket.socket",
    urllib2: "urllib.request",
    "urllib.urlopen": "urllib.request.urlopen",
    "pathlib.PosixPath": "pathlib.Path",
    "pathlib.WindowsPath": "pathlib.Path",
    "pathlib.PurePath": "pathlib.Path",
    "pathlib.PurePosixPath": "pathlib.Path",
    _posixsubprocess: "subprocess",
    httplib: "http.client",
    "requests.api": "requests",
    "requests.sessions.Session": "requests.Session",
    "ruamel.yaml": "yaml",
    "importlib.__import__": "__import__",
    "imp.reload": "importlib.reload",
    "asyncio.subprocess.create_subprocess_shell": "asyncio.create_subprocess_shell",
    "multiprocessing.context.Process": "multiprocessing.Process",
    "torch.serialization.load": "torch.load",
    "PIL.Image.Image": "image",
  }),
);

/** Modules that other modules import and so expose: `shutil.os` is `os`. */
const reachableModule = /^.+\._?(os|sys|subprocess|shutil|builtins|socket|importlib|pickle)((?:\.|$).*)$/;

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

/** The value of a name that the program has not set: what the session kept, or a builtin of Python. */
export function globalValue(name: string, interpreter: Interpreter): Value | undefined {
  const kept = keptName(name, interpreter);
  if (kept !== undefined) return kept;
  const patched = interpreter.moduleScope.names.get(`builtins.${name}`);
  if (patched !== undefined) return patched;
  if (name === "__file__") return textValue(programFile(interpreter));
  if (name === "__builtins__") return exactValue({ kind: "library", name: "builtins" });
  if (builtinFunctionNames.has(name) || catalogueEntry(name) !== undefined || builtins.has(name))
    return exactValue({ kind: "library", name });
  return unknownKeptName(name, interpreter);
}

/** Python's builtin functions without effects. */
const builtinFunctionNames = new Set(
  "__loader__ abs all any ascii bin callable classmethod dir divmod filter hash hex id iter map object oct pow property round slice staticmethod sum".split(
    " ",
  ),
);

/** The services by the dotted names of their libraries. To add a service, add its library to a row. */
const libraries: readonly { readonly service: string; readonly names: string }[] = [
  { service: "AWS", names: "boto3 botocore aioboto3 aiobotocore" },
  { service: "Google Cloud", names: "google.cloud googleapiclient.discovery firebase_admin gspread" },
  { service: "Azure", names: "azure msgraph" },
  { service: "a cluster", names: "kubernetes kubernetes_asyncio openshift" },
  { service: "a cloud", names: "digitalocean pydo linode_api4 hcloud oci libcloud openstack vultr pulumi_automation" },
  { service: "a code forge", names: "github gitlab ghapi gidgethub bitbucket atlassian" },
  { service: "a hub", names: "huggingface_hub kaggle dropbox b2sdk minio oss2 qiniu zenodo" },
  {
    service: "a payment service",
    names: "stripe paypalrestsdk braintree plaid adyen square coinbase ccxt binance alpaca web3",
  },
  {
    service: "a messaging service",
    names: "slack_sdk slack discord telegram twilio sendgrid mailchimp tweepy praw mastodon",
  },
  { service: "a directory", names: "ldap3 ldap okta msal keycloak" },
  {
    service: "a work tracker",
    names: "jira notion_client asana trello todoist_api_python hubspot shopify simple_salesforce zenpy",
  },
  { service: "a key-value store", names: "consul etcd3 hvac kazoo" },
];

/** The services of libraries, by the names of the libraries. */
export const services: ReadonlyMap<string, string> = new Map(
  libraries.flatMap(({ service, names }) => names.split(" ").map((name) => [name, service])),
);
