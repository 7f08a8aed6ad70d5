import type { CallEntry, EffectEntry } from "../../engine/call-entry.ts";

const reveals = (what: string): readonly EffectEntry[] => [{ kind: "reveal", what }];

/** Functions that return secrets: of keyrings, browsers and stores, and what people type or copy. */
export const secretCalls: readonly CallEntry[] = [
  {
    calls: "keyring.get_password keyring.get_credential keyring.get_keyring.get_password keyring.backend.get_password",
    effects: reveals("a password of the keyring"),
  },
  {
    calls: "secretstorage.get_default_collection secretstorage.search_items",
    effects: reveals("a password of the keyring"),
  },
  {
    calls: "netrc.netrc requests.utils.get_netrc_auth tinynetrc.Netrc",
    effects: [{ kind: "read", target: "~/.netrc" }, ...reveals("the passwords in ~/.netrc")],
  },
  {
    calls:
      "browser_cookie3.load browser_cookie3.chrome browser_cookie3.firefox browser_cookie3.edge browser_cookie3.brave browser_cookie3.opera browser_cookie3.chromium browser_cookie3.safari rookiepy.load rookiepy.chrome rookiepy.firefox pycookiecheat.chrome_cookies pycookiecheat.get_cookies",
    effects: reveals("the cookies of a browser"),
  },
  {
    calls: "win32crypt.CryptUnprotectData win32cred.CredRead win32cred.CredEnumerate",
    effects: reveals("a password of Windows"),
  },
  {
    calls:
      "boto3.Session.get_credentials boto3.session.Session.get_credentials botocore.session.Session.get_credentials boto3.get_credentials google.auth.default google.auth.load_credentials_from_file",
    effects: reveals("the keys of a cloud"),
  },
  {
    calls: "azure.identity.DefaultAzureCredential.get_token azure.identity.AzureCliCredential.get_token",
    effects: reveals("a token of Azure"),
  },
  {
    calls: "boto3.get_parameter boto3.get_parameters boto3.get_parameters_by_path",
    parameters: "Name WithDecryption",
    effects: [{ kind: "reveal", what: "a secret of AWS", onlyIf: "WithDecryption" }],
  },
  {
    calls:
      "pynput.keyboard.Listener pynput.mouse.Listener keyboard.hook keyboard.on_press keyboard.record evdev.InputDevice pyxhook.HookManager",
    parameters: "on_press",
    effects: reveals("what the user types"),
    addsOrigin: "input",
  },
  {
    calls: "pykeepass.PyKeePass",
    parameters: "path|filename",
    effects: [{ kind: "read", target: "path" }, ...reveals("the passwords of KeePass")],
  },
  {
    calls: "hvac.Client.read hvac.Client.secrets.kv.v2.read_secret_version hvac.Client.secrets.kv.read_secret",
    effects: reveals("a secret of Vault"),
  },
];
