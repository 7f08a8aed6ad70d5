/** The settings of git that name a program, an address of a program's code, or a file with such settings. */

/** Matches git settings whose values git runs, that let an address run a program, or that switch off a protection of work. */
const keys = [
  /core\.(?:pager|editor|fsmonitor|hookspath|sshcommand|askpass|gitproxy|alternaterefscommand|attributesfile)/,
  /alias\..+|pager\..+|sequence\.editor|interactive\.difffilter|init\.templatedir|credential\.(?:.*\.)?helper/,
  /filter\..+\.(?:clean|smudge|process)|diff\.external|diff\..+\.(?:command|textconv)|merge\..+\.driver/,
  /(?:difftool|mergetool|man|browser|guitool|trailer|tar|hook)\..+\.(?:cmd|path|command)|web\.browser|help\.browser/,
  /gpg\.(?:.+\.)?(?:program|defaultkeycommand)|include(?:if\..+)?\.path|instaweb\.(?:browser|httpd)|imap\.tunnel/,
  /remote\..+\.(?:uploadpack|receivepack|vcs)|uploadpack\.packobjectshook|submodule\..+\.update|protocol\.(?:.+\.)?allow/,
  /sendemail\.(?:.*\.)?(?:sendmailcmd|tocmd|cccmd|headercmd)|url\.(?:ext|fd)::.+|lfs\.customtransfer\..+\.path/,
  /gc\.(?:.+\.)?\w*(?:prune|expire)\w*|clean\.requireforce/,
]
  .map(({ source }) => source)
  .join("|");

/** A key of git's configuration whose value git runs: `core.pager`. */
export const codeKey: RegExp = new RegExp(`^(?:${keys})$`, "i");

/**
 * Values that run nothing besides git and programs that only show: `cat`, `true`, `status --short` as an alias. An alias of a subcommand
 * that loses or sends something is not among them.
 */
const harmlessValue =
  /true|false|yes|no|on|off|[01]|:|cat|less(?: -[A-Za-z]+)?|more|never|user|checkout|rebase|merge|none|manager(?:-core)?|osxkeychain|cache(?: --timeout[= ]\d+)?|libsecret|(?:status|log|diff|show|branch|commit|add|fetch|blame|describe|shortlog|grep|switch|ls-files|rev-parse|config --get-regexp)(?: (?!-D\b|-d\b|--delete\b|--ext|--output|-O|--open)[^!;&|$`<>]*)?/
    .source;

/** A word of `git config` other than a key and a harmless value; also an unknown word, as an empty text. */
export const codeValue: RegExp = new RegExp(
  `^(?!(?:${harmlessValue})$)(?!(?:${keys})$)(?!-)(?!(?:set|get|add|unset|list)$)`,
  "is",
);

/** Matches `KEY=VALUE` of `git -c` that runs nothing. */
export const harmlessSetting: RegExp = new RegExp(
  `^(?!clean\\.requireforce=(?:false|no|off|0)$)(?:(?!(?:${keys})(?:=|$))[^=]+(?:=|$)|(?:${keys})=(?:${harmlessValue})?$)`,
  "is",
);
