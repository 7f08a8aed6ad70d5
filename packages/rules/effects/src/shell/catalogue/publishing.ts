/** Catalogue rows for programs that publish: package registries, code forges, hubs for models and data. */
import type { CatalogueEntry } from "./entry.ts";
import { row, rowsOf } from "./rows.ts";

const registry = { change: "publish", service: "a package registry", what: "a package" } as const;
const forge = { change: "change", service: "a code forge" } as const;
const pullRequest = { change: "create", service: "a code forge", what: "a pull request" } as const;

/** The catalogue rows for programs that publish: package registries, code forges, hubs for models and data. */
export const publishing: readonly CatalogueEntry[] = [
  row(
    "twine npm pnpm yarn bun cargo poetry uv flit hatch pdm maturin vsce ovsx jsr deno lerna nx changeset semantic-release release-it np goreleaser",
    "",
    {
      contacts: "configured",
      out: true,
      remote: registry,
      matching: /^(publish|upload|release)$/,
      unless: "--dry-run -n --check",
    },
  ),
  row("semantic-release release-it np standard-version", "", {
    remote: registry,
    contacts: "configured",
    out: true,
    unless: "--dry-run -n -d",
  }),
  row("gem", "push|yank", { contacts: "configured", out: true, remote: registry }),
  row("setup.py", "", { remote: registry, contacts: "configured", out: true, matching: /^(upload|register)$/ }),
  row("mvn gradle gradlew mvnw sbt", "", {
    remote: registry,
    contacts: "configured",
    out: true,
    matching: /^(.*:)?(deploy|publish|upload\w*|publishSigned|release:perform)$/,
  }),
  row("koji brew-koji bodhi fedpkg rhpkg copr-cli copr osc", "", {
    remote: { change: "publish", service: "a build system", what: "builds of packages" },
    matching:
      /^(build|tag-build|untag-build|move-build|promote-build|chain-build|import|updates|update|override|push|commit|submitrequest|sr|delete|rdelete)$/,
  }),
  row("dotnet nuget", "", { remote: registry, contacts: "configured", out: true, matching: /^push$/ }),
  row("npm", "unpublish|deprecate", { remote: { ...registry, change: "delete" }, unless: "--dry-run" }),
  row("npm", "dist-tag|owner|access|team add|rm|grant|revoke|set", {
    remote: { ...registry, change: "grant", what: "rights or tags" },
  }),
  row("cargo", "yank|owner", { remote: { ...registry, change: "delete" } }),
  row("pod", "trunk push", { remote: registry }),
  row("luarocks", "upload", { remote: registry }),
  row("hex mix", "", { remote: registry, matching: /^hex\.publish$/ }),
  row("helm", "push", { remote: registry }),
  row("composer", "publish", { remote: registry }),

  // Code forges.
  row("gh glab", "alias set", { runsCode: "later operands", needs: "-s --shell" }),
  row("gh glab", "gist|snippet create|edit", {
    contacts: "configured",
    sendsFiles: "operands",
    sendsInput: true,
    out: true,
    remote: { change: "upload", service: "a code forge", what: "files" },
    valued: "-d --desc -f --filename",
  }),
  ...rowsOf({ names: "gh glab hub tea", contacts: "configured", out: true }, [
    {
      remote: { ...forge, change: "delete", what: "a repository, a branch or an item" },
      matching: /^(delete|remove|archive|delete-asset)$/,
    },
    {
      subcommand:
        "issue|release|repo|label|workflow|run|secret|variable|ssh-key|gpg-key|project|codespace|cache|ruleset|deploy-key|ci|schedule create",
      remote: { ...forge, what: "a repository or an item of it" },
    },
    // A pull request to the project's own repository, as a push to it.
    { subcommand: "pr|mr create", remote: { ...pullRequest, configured: true }, unless: "-R --repo" },
    { subcommand: "pr|mr create", remote: pullRequest, needs: "-R --repo" },
    {
      subcommand:
        "pr|issue|release|repo|mr|label|workflow|run|secret|variable|ssh-key|gpg-key|project|codespace|cache|ruleset|deploy-key|ci|schedule merge|close|reopen|comment|note|edit|review|approve|ready|upload|set|add|run|rerun|cancel|enable|disable|rename|transfer|fork|lock|pin|sync|update|import|deploy-key|revert|unarchive|request|trigger|retry",
      remote: { ...forge, what: "a repository or an item of it" },
    },
  ]),
  row("gh", "api", {
    contacts: "configured",
    protocol: "http",
    sends: "value of -f --raw-field -F --field",
    sendsFiles: "value of --input",
    out: /^(POST|PUT|PATCH|DELETE)$/i,
    valued: "-X --method -H --header -q --jq -t --template -p --preview --hostname --cache",
  }),
  row("gh", "api", {
    remote: { ...forge, what: "something by the API" },
    matching: /^(POST|PUT|PATCH|DELETE)$|^mutation\b|=\s*mutation\b/i,
  }),
  row("gh", "api", {
    remote: { ...forge, what: "something by the API" },
    matchingEach: [/^\/?[\w{}:-]+\/.+/],
    needs: "-f --raw-field -F --field --input",
    unless: "-X --method",
  }),
  row("gh", "repo edit", {
    remote: { ...forge, change: "grant", what: "a repository" },
    needs: "--visibility",
    matching: /^public$/,
    valued: "--visibility -d --description -h --homepage --default-branch --add-topic --remove-topic",
  }),
  row("gh glab", "ssh-key|deploy-key add", {
    remote: { ...forge, change: "grant", what: "a login by a key" },
  }),
  row("gh", "repo deploy-key add", { remote: { ...forge, change: "grant", what: "a login by a key" } }),
  row("gh glab", "api", {
    remote: { ...forge, change: "grant", what: "rights" },
    matchingEach: [
      /^(PUT|POST|PATCH)$/i,
      /\/(collaborators|memberships|members|teams|keys|invitations|permissions|share)(\/|$)|^(visibility=public|private=false)$/,
    ],
  }),
  row("glab", "api", {
    remote: { ...forge, what: "something by the API" },
    needs: "-f --raw-field -F --field --input",
    unless: "-X --method",
  }),
  row("glab", "api", {
    remote: { ...forge, what: "something by the API" },
    matching: /^(POST|PUT|PATCH|DELETE)$/i,
    valued: "-f -F --field --raw-field -X --method -H --header --input --hostname",
  }),
  row("hub", "create|fork|pull-request|release|push", { remote: { ...forge, what: "a repository or an item of it" } }),
  row("git", "push", {
    remote: { change: "push", service: "a remote repository", what: "commits" },
    matching: /^([\w.-]+@)?[\w.-]+:(?!\/\/)|^[a-z+]+:\/\//,
    unless: "-n --dry-run",
  }),

  // Hubs for models, data and files.
  row(
    "huggingface-cli hf wandb dvc kaggle modal replicate cog bentoml mlflow ollama clearml gradio ipfs transfer.sh",
    "",
    {
      contacts: "configured",
      out: true,
      remote: { change: "upload", service: "a hub", what: "files" },
      matching: /^(upload|upload-large-folder|push|sync|artifact|put|publish|deploy|add|datasets)$/,
    },
  ),
  row("transfer croc wormhole magic-wormhole ffsend", "", {
    remote: { change: "upload", service: "a file transfer", what: "files" },
    matching: /^(send|up|upload)$/,
  }),
  row("pastebinit pbincli termbin sprunge ix dpaste wgetpaste", "", {
    remote: { change: "upload", service: "a pastebin", what: "text" },
    contacts: "nothing",
    sendsInput: true,
    sendsFiles: "operands",
    out: true,
  }),
  row("eas fastlane", "", {
    contacts: "configured",
    out: true,
    remote: { change: "publish", service: "an app store", what: "the app" },
    matching: /^(submit|update|deliver|supply|pilot|release|deploy|beta|upload_\w+)$/,
  }),
  row("firebase", "", {
    contacts: "configured",
    out: true,
    remote: { change: "change", service: "Firebase", what: "data" },
    matching: /^(deploy|[\w:]+:(set|update|push|remove|delete|import|disable))$/,
  }),
  row("stripe twilio sendgrid mailgun postmark", "", {
    contacts: "configured",
    out: true,
    remote: { change: "change", service: "a service", what: "data" },
    matching: /(^|:)(create|update|delete|cancel|refund|send|post|capture|pay|confirm)$/,
  }),
];
