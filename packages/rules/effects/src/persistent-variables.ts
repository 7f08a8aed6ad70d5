/** The table of environment variables that decide which code programs load, or where they connect to. */
import type { DiscardEffect, NetworkEffect, PersistenceEffect } from "./effects.ts";

/** The consequence of setting an environment variable, apart from its use by programs. */
export type VariableConsequence =
  | Pick<NetworkEffect, "kind" | "direction" | "host" | "from">
  | Pick<PersistenceEffect, "kind" | "where" | "target">
  | Pick<DiscardEffect, "kind" | "what">;

/** Variables with the address of a proxy or a server to which programs then send their data. */
const addresses =
  /^(?:(?:https?|all|ftp)_proxy|DOCKER_HOST|AWS_ENDPOINT_URL\w*|NPM_CONFIG_(?:HTTPS?_)?PROXY|PIP_PROXY)$/i;

/** Variables with directories in which programs search for code and its settings, or with the program that they run. */
const searchPaths =
  /^(?:PATH|PYTHONPATH|PYTHONHOME|LD_LIBRARY_PATH|DYLD_\w*PATH|NODE_PATH|PERL5LIB|RUBYLIB|GEM_PATH|GEM_HOME|CLASSPATH|LUA_C?PATH|GCONV_PATH|HGRCPATH|PHP_INI_SCAN_DIR|PHPRC|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|CC|CXX|LD|AR|MAKE|RUSTC|RUSTC_(?:WORKSPACE_)?WRAPPER|CARGO_\w+_(?:RUNNER|LINKER)|CMAKE_\w+_LAUNCHER|npm_config_(?:script_shell|node_gyp|git))$/;

/** Variables with code that every program, or every program of .NET, loads. */
const loaders =
  /^(?:COR(?:ECLR)?_PROFILER(?:_PATH(?:_\w+)?)?|DOTNET_STARTUP_HOOKS|LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES)$/i;

/** Lists variables that control the shell's history. */
function keepsNoHistory(name: string, text: string): boolean {
  if (name === "HISTFILE") return text === "/dev/null" || text === "";
  if (name === "HISTCONTROL") return /\bignore(?:space|both)\b/.test(text);
  if (name === "HISTIGNORE") return /(?:^|:)\*(?:$|:)/.test(text);
  return /^(?:HISTSIZE|HISTFILESIZE|SAVEHIST)$/.test(name) && /^0*$/.test(text);
}

/** Directories in which every user may write. */
export const openDirectory: RegExp = /^(?:\/tmp|\/var\/tmp|\/dev\/shm|(?:\/?[a-z]:)?[\\/]Users[\\/]Public)(?:[\\/]|$)/i;

/** Variables with options of programs that may load code. */
const optionVariables =
  /^(?:NODE_OPTIONS|BUN_OPTIONS|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|RUBYOPT|MAKEFLAGS|GOFLAGS|TAR_OPTIONS)$/;

/** Options that load code from outside of the project, or run code in the option itself. */
const loadsCode =
  /(?:^|\s)(?:(?:--require|--import|--loader|--experimental-loader|-r|-I)[= ]?|-(?:javaagent|agentpath):)["']?(?:\/|~|[A-Za-z]:[\\/]|data:|https?:)|--eval\b|-{1,2}toolexec\b|--(?:checkpoint-action|to-command|use-compress-program|rmt-command|rsh-command)\b/;

/**
 * The consequence of setting a variable: a proxy gets the data of programs, a search path or an option lets them load other code, the
 * shell keeps no history.
 * A directory of the project or an option without code has none.
 *
 * @param text - the value, or its known beginning
 */
export function variableConsequence(name: string, text: string): VariableConsequence | undefined {
  if (keepsNoHistory(name, text)) return { kind: "discard", what: "the shell's history" };
  const isCode =
    (loaders.test(name) && text !== "") ||
    (searchPaths.test(name) &&
      text
        .slice(0, 4000)
        .split(/[:;\s]/)
        .some((path) => openDirectory.test(path))) ||
    (name === "PATH" && /^(?:\.?\/?):/.test(text)) ||
    (optionVariables.test(name) && loadsCode.test(text.slice(0, 4000)));
  if (isCode) return { kind: "persist", where: "settings", target: null };
  if (!addresses.test(name) || /^(?:unix|npipe|fd):/.test(text)) return;
  const host = /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^@/\s]{0,200}@)?([^:/\s?#]+)/i.exec(text)?.[1]?.toLowerCase();
  return host === undefined ? undefined : { kind: "network", direction: "out", host, from: [] };
}
