/** The table of files and registry keys that Windows runs or reads by itself. */
import type { PersistenceEffect, Target } from "./effects.ts";

/** The consequence of writing a file or a registry key that Windows runs or reads by itself. */
interface WindowsConsequence {
  readonly kind: "persist";
  readonly where: PersistenceEffect["where"];
}

/** The consequences of writing at places of Windows, by patterns of normalized paths. */
const places: readonly (readonly [RegExp, WindowsConsequence])[] = [
  [/\/start menu\/programs\/startup(?:\/|$)/i, { kind: "persist", where: "startup file" }],
  [/(?:^|\/)(?:windows)?powershell\/(?:[\w.]*_)?profile\.ps1$/i, { kind: "persist", where: "startup file" }],
  [/\/windowspowershell\/v1\.0\/(?:[\w.]*_)?profile\.ps1$/i, { kind: "persist", where: "startup file" }],
  [/\/windows\/system32\/tasks(?:\/|$)/i, { kind: "persist", where: "schedule" }],
  [/\/windows\/system32\/drivers\/etc\/hosts$/i, { kind: "persist", where: "settings" }],
  [
    /\/(?:program files|programdata)\/(?:claudecode|gemini-cli|opencode)(?:\/|$)|\/appdata\/roaming\/claude\/claude_desktop_config\.json$/i,
    { kind: "persist", where: "hook" },
  ],
  [/\/programdata\/ssh\/|\/\.ssh\/authorized_keys$/i, { kind: "persist", where: "keys" }],
  [
    /^\/hk\w+:\/.*\/currentversion\/(?:run|runonce|runservices|policies\/explorer\/run|winlogon|image file execution options|windows\/load|explorer\/(?:user )?shell folders)(?:\/|$)/i,
    { kind: "persist", where: "startup file" },
  ],
  [/^\/hk\w+:\/(?:.*\/)?currentcontrolset\/services(?:\/|$)/i, { kind: "persist", where: "service" }],
  [/^\/hk\w+:\/.*\/command processor(?:\/|$)/i, { kind: "persist", where: "startup file" }],
  [
    /^\/hk\w+:\/(?:.*\/)?(?:environment|classes\/.*\/shell\/.*|.*\/inprocserver32)(?:\/|$)/i,
    { kind: "persist", where: "settings" },
  ],
];

/** The consequences of writing a file or a key of the registry at a place that Windows runs or reads by itself. */
export function windowsConsequences(target: Target | null): readonly WindowsConsequence[] {
  if (target === null) return [];
  const found = places.find(([pattern]) => pattern.test(target.path));
  return found === undefined ? [] : [found[1]];
}
