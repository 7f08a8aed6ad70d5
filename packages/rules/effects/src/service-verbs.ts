/** The effects of functions of service clients, by the verbs in their names: `delete_bucket`, `setIamPolicy`. */
import type { RemoteEffect } from "./effects.ts";

/** Splits a name into words: `setIamPolicy` and `set_iam_policy` have `set`, `iam`, `policy`. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split("_")
    .filter((word) => word !== "");
}

/** Whether a function returns a secret: `get_secret_value`, `assume_role`, `access_secret_version`. */
export function revealsSecret(words: readonly string[]): boolean {
  const [verb = "", ...rest] = words;
  if (!/^(list|get|read|access|fetch|assume|decrypt|generate|retrieve|reveal|create)$/.test(verb)) return false;
  const object = rest.join("_");
  if (verb === "list") return /^(namespaced_)?secret(_for_|$)/.test(object);
  if (verb === "assume") return object.startsWith("role");
  if (verb === "create") return /^(access_key|service_account_key|login_profile)/.test(object);
  return /secret|password|credential|session_token|access_token|private_key|auth_token|login/.test(object);
}

/** The change that the words of a name announce; `undefined` for names that read, build or configure. */
export function changeOf(words: readonly string[]): RemoteEffect["change"] | undefined {
  const [verb = ""] = words;
  const object = words.slice(1).join("_");
  if (granting.test(words.join("_"))) return "grant";
  for (const { change, verbs } of changes)
    if (verbs.has(verb)) return object === "" && bareWords.has(verb) ? undefined : change;
  return undefined;
}

/** Names of functions that give rights. A boundary only limits them; lists of a firewall or a network are about addresses. */
const granting = new RegExp(
  [
    "^(attach|put|set|add|update|create|replace|patch)_.*((iam|user|role|group|bucket|key|resource|repository|registry|access|system|permissions)_policy|permission(?!s?_boundary)|role_binding|cluster_role|collaborator|(?<!(web|network)_)acl|to_group|member)",
    "^create_(grant|access_key|login_profile)|^(create|associate)_resource_share|^update_login_profile",
    "^modify_.*(permission|image_attribute|snapshot_attribute)|^(put|delete)_public_access_block$",
    "^make_public$|^authorize_|^add_to_(collaborators|members)|^(invite|grant|share)(_|$)",
  ].join("|"),
);

/** Verbs that mean something else when the name has no other word: `client.set`, `apps.run`. */
const bareWords: ReadonlySet<string> = new Set("run add set move start stop build".split(" "));

const changes: readonly { readonly change: RemoteEffect["change"]; readonly verbs: ReadonlySet<string> }[] = [
  {
    change: "delete",
    verbs: new Set(
      "delete remove destroy terminate purge drop cancel revoke deregister prune wipe archive unpublish yank batch_delete detach".split(
        " ",
      ),
    ),
  },
  { change: "upload", verbs: new Set("upload push publish".split(" ")) },
  {
    change: "create",
    verbs: new Set("create insert add run launch start register import provision copy fork schedule".split(" ")),
  },
  {
    change: "change",
    verbs: new Set(
      (
        "update modify set put patch replace edit rename move merge close reopen enable disable attach associate scale " +
        "restart stop reboot apply deploy trigger transfer charge refund capture pay send post chat submit transact invoke restore reset rotate append write approve reply comment"
      ).split(" "),
    ),
  },
];
