import type { FileFormat } from "./file-format.ts";
import { lineWithUnknownHost, unknownRegistry, unknownSource } from "./registries.ts";

/** The setting in a file that runs code by itself, gives a container the rights of the machine, or changes where packages come from. */
export function riskySetting(format: FileFormat, text: string): string | undefined {
  if (format === "package lock") return unknownSource(linesOf(text));
  if (format === "package list") return lineWithUnknownHost(linesOf(text));
  if (!/^(yaml commands|editor|git config|package settings)$/.test(format)) return undefined;
  if (format === "editor") {
    const found = editorSettings.map((setting) => setting.exec(text)?.[0]).find((match) => match !== undefined);
    if (found !== undefined) return found;
  }
  const lines = linesOf(text);
  const settings =
    format === "git config"
      ? gitSettings
      : format === "package settings"
        ? packageSettings
        : [containerRights, ...pipelineRights];
  const found = lines.find((line) => settings.some((setting) => setting.test(line)));
  return found ?? (format === "package settings" ? unknownRegistry(lines) : undefined);
}

/** A longer line is read in parts of this length, since a pattern may take long on it. */
const maxLineLength = 2000;
/** How much of a part the next one repeats: more than a setting has characters. */
const overlap = 200;

/** The lines that are not empty, without the spaces around them. */
function linesOf(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => {
    const trimmed = line.trim();
    const parts: string[] = [];
    for (let at = 0; at === 0 || at + overlap < trimmed.length; at += maxLineLength - overlap)
      parts.push(trimmed.slice(at, at + maxLineLength));
    return parts.filter((part) => part !== "");
  });
}

/** Settings of containers with which code in them acts on the machine: all rights, or its files and processes. */
const containerRights =
  /"?\bprivileged"?: *true\b|--privileged\b|\bpid: *["']?host\b|\/var\/run\/docker\.sock:|^- *["']?(?:\/|~|\$\{?HOME\}?|\/etc|\/root|~\/\.(?:ssh|aws|kube))\/?:\//;

/** Settings of build servers with which other people's code gets secrets, or every job may write to the repository. */
const pipelineRights: readonly RegExp[] = [
  /^(?:- *|on: *)?\[?(?:[\w-]+, *)*pull_request_target\b/,
  /^permissions: *write-all\b/,
];

/** Settings that start a program when a folder is opened, or with which an editor runs other programs. */
const editorSettings: readonly RegExp[] = [
  /"(hooks|lspServers)"\s*:\s*\{\s*"/,
  /^\s*\{\s*"[\w-]+"\s*:\s*\{\s*"command"\s*:/,
  /"runOn"\s*:\s*"folderOpen"/,
  /"initializeCommand"\s*:/,
  /"task\.allowAutomaticTasks"\s*:\s*"on"/,
  /"terminal\.integrated\.(automationProfile|profiles|env|shell|shellArgs)\b/,
  /"(context_servers|mcpServers|mcp\.servers|mcp_servers)"\s*:\s*\{\s*"/,
  /"(always_allow_tool_actions|chat\.tools\.global\.autoApprove)"\s*:\s*true/,
  /"tool_permissions"\s*:\s*\{\s*"default"\s*:\s*"allow"/,
  /"mcp"\s*:\s*\{\s*"(servers|inputs)"/,
  /ProjectStartupSharedConfiguration/,
  /"(git\.path|security\.workspace\.trust[\w.]*|chat\.tools\.[\w.]*autoApprove|http\.proxy|http\.proxyStrictSSL)"\s*:/i,
  /"[\w.-]*(executable|executablePath|interpreterPath|serverPath|binaryPath)"\s*:\s*"(\/tmp|\/var\/tmp|\/dev\/shm|~|https?:)/i,
];

/** Settings of git whose values are commands, or that send git to another address. */
const gitSettings: readonly RegExp[] = [
  /^(fsmonitor|sshCommand|pager|editor|hooksPath|askPass|gitProxy|attributesFile)\s*=(?!\s*(true|false|less|vim|vi|nano|cat)?\s*$)/i,
  /^(clean|smudge|process|textconv|external|helper|program|cmd|driver|command)\s*=\s*\S/i,
  /^\w[\w-]*\s*=\s*"?!/,
  /^(insteadOf|pushInsteadOf|proxy|update)\s*=\s*(?!checkout|rebase|merge|none)\S/i,
  /^sslVerify\s*=\s*(false|0|no)/i,
  /^\[include/i,
  /^(url|pushurl)\s*=\s*ext::/i,
];

/** Settings of package managers that run a program or turn off a check. */
const packageSettings: readonly RegExp[] = [
  /^"?(script-shell|node-options|onload-script|git|shell|https?-proxy|proxy|httpProxy|httpsProxy)"?\s*[=:]\s*(?!null|false|bash$|\/bin\/(ba)?sh$)\S/i,
  /^"?(strict-ssl|enableStrictSsl|ssl_verify|verify_ssl|:ssl_verify_mode)"?\s*[=:]\s*(false|0|no)/i,
  /^(rustc|rustc-wrapper|runner|credential-provider|linker)\s*=\s*\[?\s*"(\.{0,2}\/|~|.*\b(curl|wget|bash|sh)\b)/,
  /^backend-path\s*=/,
];
