/**
 * The commands of scripts in the text of a `package.json`, each between its `pre` and `post` script; empty if the text is not JSON.
 */
export function scriptsOfPackage(text: string, names: readonly string[]): readonly string[] {
  const scripts = readScripts(text);
  return names
    .flatMap((name) => [`pre${name}`, name, `post${name}`])
    .flatMap((name) => {
      const command = scripts.get(name);
      return typeof command === "string" ? [command] : [];
    });
}

/** The scripts that npm runs for a command other than `run`: `test` for `npm t`, `prepare` and others for `npm install`. */
export function lifecycleOf(command: string): readonly string[] {
  if (/^(t|tst|test)$/.test(command)) return ["test"];
  if (/^(start|stop|restart)$/.test(command)) return [command];
  if (/^(i|in|ins|inst|insta|instal|install|isntall|ci|clean-install|add|rebuild|link|ln)$/.test(command))
    return installing;
  if (/^(it|cit|sit|(?:install|install-ci|clean-install)-test)$/.test(command)) return [...installing, "test"];
  if (/^(update|up|upgrade|udpate|dedupe|ddp|prune|audit|uninstall|unlink|un|remove|rm|r)$/.test(command))
    return ["dependencies"];
  if (/^(publish|pack)$/.test(command)) return ["prepublishOnly", "pack", "prepare", "publish"];
  return command === "version" ? ["version"] : [];
}

const installing: readonly string[] = ["install", "prepublish", "prepare", "dependencies"];

function readScripts(text: string): ReadonlyMap<string, unknown> {
  try {
    const { scripts } = Object(JSON.parse(text));
    return new Map(Object.entries(Object(scripts)));
  } catch {
    return new Map();
  }
}
