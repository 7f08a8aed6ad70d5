import type { CallEntry } from "../../engine/call-entry.ts";
import { adds, call, reads, reveals } from "../../engine/rows.ts";

/** The effects of Python functions that return secrets: of keyrings, browsers and stores, and what people type or copy. */
export const secretCalls: readonly CallEntry[] = [
  call(
    "keyring.get_password keyring.get_credential keyring.get_keyring.get_password keyring.backend.get_password secretstorage.get_default_collection secretstorage.search_items",
    "",
    reveals("a password of the keyring"),
  ),
  call(
    "netrc.netrc requests.utils.get_netrc_auth tinynetrc.Netrc",
    "",
    reads("~/.netrc"),
    reveals("the passwords in ~/.netrc"),
  ),
  call(
    "browser_cookie3.load browser_cookie3.chrome browser_cookie3.firefox browser_cookie3.edge browser_cookie3.brave browser_cookie3.opera browser_cookie3.chromium browser_cookie3.safari rookiepy.load rookiepy.chrome rookiepy.firefox pycookiecheat.chrome_cookies pycookiecheat.get_cookies",
    "",
    reveals("the cookies of a browser"),
  ),
  call(
    "win32crypt.CryptUnprotectData win32cred.CredRead win32cred.CredEnumerate",
    "",
    reveals("a password of Windows"),
  ),
  call(
    "boto3.Session.get_credentials boto3.session.Session.get_credentials botocore.session.Session.get_credentials boto3.get_credentials google.auth.default google.auth.load_credentials_from_file",
    "",
    reveals("the keys of a cloud"),
  ),
  call(
    "azure.identity.DefaultAzureCredential.get_token azure.identity.AzureCliCredential.get_token",
    "",
    reveals("a token of Azure"),
  ),
  call(
    "boto3.get_parameter boto3.get_parameters boto3.get_parameters_by_path",
    "Name WithDecryption",
    reveals("a secret of AWS", "WithDecryption"),
  ),
  call(
    "pynput.keyboard.Listener pynput.mouse.Listener keyboard.hook keyboard.on_press keyboard.record evdev.InputDevice pyxhook.HookManager",
    "on_press",
    reveals("what the user types"),
    adds("input"),
  ),
  call("pykeepass.PyKeePass", "path|filename", reads("path"), reveals("the passwords of KeePass")),
  call(
    "hvac.Client.read hvac.Client.secrets.kv.v2.read_secret_version hvac.Client.secrets.kv.read_secret",
    "",
    reveals("a secret of Vault"),
  ),
];
