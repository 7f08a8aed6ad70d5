/** The files and directories that are sensitive by default: credentials, and files about the system. */
import type { SensitivePaths } from "./policy.ts";

/** Globs of files with credentials, in every directory. */
const credentials: readonly string[] = [
  // in the home directory of the user, and of other users
  ...["~", "/home/*", "/Users/*", "/root", "/c:/Users/*"].flatMap((home) =>
    [
      ".ssh/",
      ".gnupg/",
      ".aws/",
      ".azure/",
      ".kube/",
      ".config/gcloud/",
      ".config/gh/",
      ".config/rclone/",
      ".config/op/",
      ".docker/config.json",
      ".password-store/",
      ".local/share/keyrings/",
      ".local/share/kwalletd/",
      ".netrc",
      ".pgpass",
      ".my.cnf",
      ".pypirc",
      ".npmrc",
      ".yarnrc.yml",
      ".git-credentials",
      ".vault-token",
      ".terraform.d/credentials.tfrc.json",
      ".terraformrc",
      ".cargo/credentials*",
      ".gem/credentials",
      ".m2/settings.xml",
      ".gradle/gradle.properties",
      ".nuget/NuGet.Config",
      ".s3cfg",
      ".boto",
      ".oci/config",
      ".databrickscfg",
      ".composer/auth.json",
      ".config/composer/auth.json",
      ".config/configstore/",
      ".config/doctl/config.yaml",
      ".config/hub",
      ".config/solana/id.json",
      ".cache/huggingface/token",
      ".huggingface/token",
      ".fly/config.yml",
      ".wrangler/config/default.toml",
      ".local/share/com.vercel.cli/auth.json",
      // logins of coding agents
      ".claude/.credentials.json",
      ".codex/auth.json",
      ".gemini/oauth_creds.json",
      ".local/share/opencode/auth.json",
      ".bitcoin/",
      ".ethereum/",
      ".electrum/",
      // browsers and mail: cookies, stored passwords
      ".mozilla/",
      ".thunderbird/",
      ".config/google-chrome/",
      ".config/chromium/",
      ".config/BraveSoftware/",
      ".config/microsoft-edge/",
      "Library/Keychains/",
      "Library/Cookies/",
      "Library/Mail/",
      "Library/Messages/",
      "Library/Application Support/Google/Chrome/",
      "Library/Application Support/Firefox/",
      "AppData/Roaming/Microsoft/{Credentials,Protect,Vault}/",
      "AppData/Local/Microsoft/{Credentials,Vault}/",
      "AppData/Local/{Google/Chrome,Microsoft/Edge,BraveSoftware/Brave-Browser,Chromium}/User Data/",
      "AppData/Roaming/{Mozilla,Thunderbird,Opera Software,gcloud,GitHub CLI,Bitcoin,Electrum,Exodus,KeePass}/",
      "AppData/Roaming/Microsoft/Windows/PowerShell/PSReadLine/",
      // histories of commands and searches, which may contain passwords
      ".*_history",
      ".history",
      ".viminfo",
      ".lesshst",
    ].map((path) => `${home}/${path}`),
  ),
  "**/AppData/{Local,Roaming}/Microsoft/{Credentials,Protect,Vault}/",
  "**/.ssh/",
  "**/.aws/credentials",
  "**/.kube/config",
  "**/id_rsa",
  "**/id_dsa",
  "**/id_ecdsa",
  "**/id_ed25519",
  "**/*.key",
  "**/*.pem",
  "!**/{ca,cert,chain,fullchain,public,pub,bundle,root,intermediate,dhparam,isrg}*.pem",
  "!**/*{cert,chain,ca,bundle,public,pub}.pem",
  "**/*_key.pem",
  "**/*-key.pem",
  "**/key.pem",
  "**/privkey*.pem",
  "**/private*.pem",
  "**/*.{p12,pfx,jks,keystore,kdbx,ovpn,ppk,asc.key,keytab}",
  "**/*.env",
  "!**/{example,sample,template,test,tests,ci,default,defaults,dev.example}.env",
  "**/.env",
  "**/.env.*",
  "!**/.env.{example,sample,template,dist,defaults}",
  "**/.envrc",
  "**/.dev.vars",
  "**/local.settings.json",
  "**/.boto",
  "**/*.tfstate",
  "**/.netrc",
  "**/.pgpass",
  "**/.htpasswd",
  "**/.git-credentials",
  "**/.vault_pass*",
  "**/credentials.{json,yml,yaml,toml,ini,csv}",
  "**/secrets.{json,yml,yaml,toml,ini,env}",
  "**/client_secret*.json",
  // sign-ins to MCP servers
  "**/helve/mcp/sign-ins.json",
  "**/service[-_]account*.json",
  "**/serviceAccount*.json",
  "!**/*.pub",
];

/** Files about the system and its users. An agent that works on a project has no reason to read them. */
const system: readonly string[] = [
  "/etc/",
  "/private/etc/",
  "/root/",
  "/boot/",
  "/proc/",
  "/sys/",
  "/dev/",
  "/var/",
  "/run/",
  "/lost+found/",
  "/home/*/.*",
  "/home/*/.*/",
  "!~/",
  // Files directly in /usr are unusual; the directories in it are shared by all programs.
  "/usr/*",
  "!/usr/{bin,sbin,lib,lib32,lib64,libx32,libexec,include,share,local,src,games}",
  "/usr/share/{base-passwd,keyrings,pam,pam-configs,polkit-1}/",
  "/usr/local/etc/",
  ...hives(),
];

/** Files and registry keys with Windows passwords. */
function hives(): readonly string[] {
  return ["/c:/Windows/{System32/config,NTDS,repair}/", "/HKLM:/{SAM,SECURITY}/"];
}

/** Exceptions from `system`: files that ordinary programs read, such as versions, time zones and public certificates. */
const harmless: readonly string[] = [
  "!/etc/{os-release,lsb-release,*-release,*_version,hostname,hosts,resolv.conf,nsswitch.conf,services,protocols}",
  "!/etc/{timezone,localtime,locale.conf,locale.gen,mime.types,shells,ld.so.conf,magic,papersize}",
  "!/etc/{alternatives,fonts,ca-certificates,terminfo,X11,vim,nginx,apache2,httpd,php,jvm,java*}/",
  "!/etc/ssl/certs/",
  "!/proc/{cpuinfo,meminfo,loadavg,uptime,version,stat,filesystems,mounts,diskstats,vmstat,self}",
  "!/proc/self/{status,stat,fd,limits,cgroup,mountinfo,exe}",
  "!/proc/self/fd/",
  "!/proc/sys/kernel/random/uuid",
  "!/sys/fs/cgroup/",
  "!/sys/devices/system/cpu/",
  "!/sys/class/{net,power_supply,thermal,backlight,hwmon}/",
  "!/dev/{null,zero,full,random,urandom,tty,stdin,stdout,stderr,ptmx}",
  "!/dev/{fd,shm,pts}/",
  "!/var/{tmp,www,folders,data,app,task}/",
  "!/run/user/",
  // Logs of services are harmless; logs of logins and installations are sensitive.
  "!/var/log/{syslog,messages,kern.log,daemon.log,dmesg,boot.log}*",
  "!/var/log/journal/",
  "!/var/log/*/**",
  ...["audit", "sudo-io", "installer", "private", "samba", "sssd", "letsencrypt", "tallylog", "krb5*"].map(
    (name) => `/var/log/${name}/`,
  ),
  // Files of the project are never files of the system.
  "!./",
];

/**
 * The default lists of sensitive files and directories, as globs.
 *
 * - `reading`: files with credentials, and files in `/etc`, `/root`, `/proc`, `/sys`, `/dev`, `/boot` and `/var`, except those
 *   that ordinary programs read
 * - `listing`: directories of the system, except those of programs and their documentation
 * - `writing`: directories of the system, and files with credentials
 *
 * @example
 * const policy = { sensitivePaths: { reading: [...defaultSensitivePaths.reading, "customers/", "!/etc/nginx/"] } };
 */
export const defaultSensitivePaths: SensitivePaths = {
  reading: [...system, ...harmless, ...credentials],
  listing: [
    ...["app", "boot", "dev", "etc", "lib", "lib32", "lib64", "libx32", "media", "mnt", "opt", "proc", "root", "run"],
    ...["private/etc", "sbin", "srv", "sys", "usr", "var", "lost+found"],
  ]
    .map((directory) => `/${directory}/`)
    .concat([
      "/bin",
      "!/usr/{bin,include,src,local}/",
      "!/usr/share/{doc,man,info,zoneinfo,fonts,icons,dict}/",
      "!/usr/lib/{python*,node_modules,jvm,go*,ruby,gcc,x86_64-linux-gnu}/",
      ...harmless,
      ...credentials.filter((glob) => glob.endsWith("/")),
    ]),
  writing: [
    ...["/etc/", "/private/etc/", "/root/", "/boot/", "/bin/", "/sbin/", "/lib/", "/lib32/", "/lib64/", "/libx32/"],
    ...["/usr/", "/opt/", "/srv/", "/proc/", "/sys/", "/dev/", "/var/", "/run/", "/System/", "/Library/"],
    ...["/c:/Windows/", "/c:/Program Files/", "/c:/Program Files (x86)/", "/c:/ProgramData/"],
    ...["/c:/Boot/", "/c:/Recovery/", "/HKLM:/", "/HKCR:/"],
    "!~/",
    "!./",
    "!/dev/{null,zero,full,random,urandom,tty,stdin,stdout,stderr,ptmx,tcp,udp}",
    "!/dev/{fd,shm,pts,tcp,udp}/",
    "!/var/{tmp,www,folders}/",
    "!/run/user/",
    ...credentials.filter((glob) => !/^!?\*\*\/(?:\.env|\*\.env|\{example,)/.test(glob)),
  ],
  creating: [],
};
