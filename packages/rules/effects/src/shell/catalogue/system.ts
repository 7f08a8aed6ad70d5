/** The catalogue rows for permissions, users, schedules and disks: `chmod`, `useradd`, `crontab`, `mkfs`. */
import type { CatalogueEntry } from "./entry.ts";
import { row, rowsOf } from "./rows.ts";

/** The options of `dscl` and `sysadminctl` that give somebody an account, a password or rights. */
const accountChanges = "-create -append -merge -change -passwd -addUser -newPassword -resetPasswordFor -secureTokenOn";

/** The options of `networksetup` that change where data goes. */
const networkChanges =
  "-setwebproxy -setsecurewebproxy -setsocksfirewallproxy -setautoproxyurl -setwebproxystate -setsecurewebproxystate -setsocksfirewallproxystate -setdnsservers -setproxybypassdomains -setmanual -setdhcp -setairportpower -setnetworkserviceenabled -createnetworkservice -removenetworkservice";

/** The catalogue rows for permissions, users, schedules and disks: `chmod`, `useradd`, `crontab`, `mkfs`. */
export const system: readonly CatalogueEntry[] = [
  // Permissions of files.
  ...rowsOf({ names: "chmod gchmod", recursive: "-R --recursive", valued: "--reference" }, [
    { modes: "later operands", unless: "--reference" },
    { modes: "operands", value: "nothing", needs: "--reference" },
  ]),
  ...rowsOf({ names: "chown gchown chgrp", recursive: "-R --recursive", valued: "--from --reference" }, [
    { owners: "later operands", unless: "--reference" },
    { owners: "operands", value: "nothing", needs: "--reference" },
  ]),
  ...rowsOf(
    { names: "setfacl", recursive: "-R --recursive", valued: "-m --modify -M -x -X --set --set-file --restore" },
    [
      { acls: "operands", value: "value of -m --modify --set", needs: "-m --modify --set" },
      // The entries are in a file.
      { acls: "operands", value: "nothing", needs: "-M --modify-file --set-file" },
      { acls: "unknown", value: "nothing", needs: "--restore" },
      // Entries are only removed.
      { attributes: "operands", unless: "-m --modify -M --modify-file --set --set-file --restore" },
    ],
  ),
  row("chattr", "", { attributes: "operands", recursive: "-R" }),
  row("icacls cacls", "", {
    acls: "first operand",
    value: "later operands",
    matching: /^\/(grant|deny|remove|reset|setowner|inheritance|restore|e|g|p|d|r)(:[rgd])?$/i,
    recursive: "-R /T",
  }),
  row("takeown", "", { owners: "operands", value: "nothing" }),
  row("chflags chcon setfattr attrib", "", { attributes: "operands", recursive: "-R /T" }),
  row("umask", "", { modes: "nothing", value: "first operand", unless: "-S -p" }),

  // Users and their rights.
  row("setcap", "", { attributes: "later operands", privilege: "root", grants: true, unless: "-r" }),
  row("setcap", "", { attributes: "later operands", privilege: "root", needs: "-r" }),
  row("usermod", "", {
    privilege: "last operand",
    grants: true,
    needs: "-a --append -G --groups -g --gid -o -u --uid -U --unlock -p --password",
    valued: "-a -G --groups -g --gid -u --uid -s --shell -d --home -l --login -p --password -c -e",
  }),
  row("useradd adduser newusers", "", {
    privilege: "last operand",
    valued: "-G --groups -g --gid -u --uid -s --shell -d --home -p --password -c -k --ingroup",
  }),
  row("useradd adduser", "", {
    privilege: "last operand",
    grants: true,
    needs: "-G --groups --ingroup -o --non-unique",
  }),
  // `adduser bob sudo` adds a user to a group that gives the rights of other users.
  row("adduser", "", {
    privilege: "first operands",
    grants: true,
    matching: /^(?:sudo|wheel|admin|adm|docker|lxd|libvirt|disk|shadow|root)$/,
  }),
  row("groupadd addgroup groupmod", "", { privilege: "last operand", valued: "-g --gid" }),
  row("gpasswd", "", { privilege: "value of -a --add -M", grants: true, needs: "-a --add -M -A", valued: "-d -A" }),
  row("passwd chpasswd chage smbpasswd htpasswd", "", {
    privilege: "last operand",
    unless: "-S --status -l",
    valued: "-n -x -w -i -M -E",
  }),
  row("passwd", "", { privilege: "last operand", grants: true, needs: "-u --unlock -d --delete" }),
  row("grafana grafana-cli", "", { privilege: "unknown", matching: /^reset-admin-password$/ }),
  row("airflow", "users create|delete|add-role|reset-password", { privilege: "unknown" }),
  row("superset flask", "", { privilege: "unknown", matching: /^(create-admin|reset-password)$/ }),
  row("django-admin manage.py", "", { privilege: "unknown", matching: /^(createsuperuser|changepassword)$/ }),
  row("wp", "user create|update|set-role|add-cap|reset-password", { privilege: "unknown" }),
  row("rabbitmqctl", "", {
    privilege: "unknown",
    matching: /^(add_user|change_password|set_permissions|set_user_tags)$/,
  }),
  row("login sulogin", "", { privilege: "first operand or last operand", unless: "-h" }),
  row("visudo vipw vigr", "", { privilege: "root", grants: true, unless: "-c --check" }),
  row("xhost", "", { privilege: "unknown", grants: true, matching: /^\+/ }),
  row("chsh chfn", "", { privilege: "last operand", valued: "-s --shell" }),
  row("net", "", { privilege: "unknown", matching: /^(user|localgroup)$/ }),
  row("net", "localgroup|group", { privilege: "unknown", grants: true, matching: /^\/add$/i }),
  row("dscl sysadminctl", "", {
    privilege: "unknown",
    needs: accountChanges,
    valued: `${accountChanges} -delete -deleteUser`,
  }),
  row("dscl dsenableroot dseditgroup dsconfigad", "", {
    privilege: "unknown",
    matching: /^(create|append|merge|change|passwd|edit|-u|-o|-add)$/,
  }),
  row("dseditgroup", "", { privilege: "value of -a", grants: true, needs: "-a", valued: "-a -o -t -n -u -p -d" }),
  row("dscl", "", { privilege: "unknown", grants: true, needs: "-append -merge", matching: /^\/Groups\// }),
  row("dsenableroot", "", { privilege: "root" }),
  row("sysadminctl dscl", "", { discards: "a user", needs: "-delete -deleteUser" }),
  row("dscl", "", { discards: "a user", matching: /^delete$/ }),
  row("networksetup", "", { persists: "settings", needs: networkChanges, valued: networkChanges }),
  row("userdel deluser", "", { discards: "a user", unless: "-r --remove --remove-home" }),
  row("userdel deluser", "", { deletes: "unknown", needs: "-r --remove --remove-home" }),
  row("groupdel delgroup", "", { discards: "a group" }),
  row("nsenter", "", { privilege: "root" }),
  row("modprobe insmod rmmod kmod", "", { privilege: "root" }),
  row("sysctl", "", { privilege: "root", needs: "-w --write -p --load", valued: "-w --write" }),
  row("setenforce aa-teardown aa-disable", "", { privilege: "root" }),
  row("iptables ip6tables nft ufw firewall-cmd pfctl", "", {
    privilege: "root",
    unless: "-L -S --list -l --list-all status",
  }),
  row("capsh gcore ptrace", "", { privilege: "root" }),

  // Schedules, services and startup files.
  row("crontab", "", { persists: "schedule", unless: "-l -r", valued: "-u" }),
  row("crontab", "", { discards: "a table of cron", needs: "-r" }),
  row("at batch", "", { persists: "schedule", unless: "-l -d -r -c -V", valued: "-f -t -q" }),
  row("atrm", "", { discards: "a task of at" }),
  ...rowsOf({ names: "systemctl" }, [
    { subcommand: "enable|reenable|link|edit|preset|unmask|daemon-reload|set-default|add-wants", persists: "service" },
    { subcommand: "start|reload", lists: "nothing" },
  ]),
  row("launchctl", "load|bootstrap|enable|submit", { persists: "service" }),
  row("update-rc.d insserv", "", { persists: "service" }),
  row("chkconfig", "", { persists: "service", matching: /^(on|--add|reset)$/ }),
  row("rc-update", "", { persists: "service", matching: /^add$/ }),
  row("sc schtasks", "", { persists: "service", matching: /^(create|\/create|config|\/change)$/i }),
  row("reg", "", { persists: "startup file", matching: /^add$/i }),
  row("pm2 forever supervisorctl", "", { persists: "service", matching: /^(startup|save|start)$/ }),
  row("ssh-copy-id", "", { persists: "keys" }),
  row("ssh-copy-id", "", { contacts: "last operand", protocol: "ssh", out: true, valued: "-i -p -o" }),
  row("pre-commit husky lefthook", "", { persists: "hook", matching: /^(install|add|set)$/ }),
  row("direnv", "", { persists: "startup file", matching: /^(allow|permit|grant)$/ }),
  row("update-alternatives alternatives dpkg-divert", "", {
    persists: "startup file",
    needs: "--install --set --config --add",
    valued: "",
  }),
  row("loginctl", "enable-linger", { persists: "service" }),
  row("gsettings dconf defaults", "", { changes: "unknown", matching: /^(set|write|reset|import|delete)$/ }),

  // Disks.
  row("caligula etcher-cli", "", { destroys: "unknown", matching: /^(burn|flash)$/ }),
  row("mkfs mkdosfs mkntfs mke2fs mkswap newfs newfs_msdos blkdiscard", "", { destroys: "unknown" }),
  row("wipefs", "", { destroys: "unknown", needs: "-a --all -o --offset", unless: "-n --no-act" }),
  row("sgdisk", "", { destroys: "unknown", needs: "-Z --zap-all -z --zap -o --clear -d --delete" }),
  row("fdisk cfdisk sfdisk gdisk", "", { destroys: "unknown", unless: "-l --list -d --dump", valued: "-t -b" }),
  row("parted", "", { destroys: "unknown", matching: /^(rm|mklabel|mktable|mkpart)$/ }),
  row("cryptsetup", "", { destroys: "unknown", matching: /^(luksFormat|erase|luksErase|reencrypt)$/ }),
  row("zfs zpool", "", { destroys: "unknown", matching: /^(destroy|rollback|labelclear)$/ }),
  row("btrfs", "", { destroys: "unknown", matching: /^(delete|rescue)$/ }),
  row("lvremove vgremove pvremove mdadm", "", { destroys: "unknown", unless: "--detail --examine -D -E" }),
  row("badblocks", "", { destroys: "unknown", needs: "-w" }),
  row("hdparm", "", {
    destroys: "unknown",
    needs: "--security-erase --trim-sector-ranges",
    valued: "--security-erase",
  }),
  row("nvme", "", { destroys: "unknown", matching: /^(format|sanitize)$/ }),
  row("diskutil", "", { destroys: "unknown", matching: /^(erase\w*|partitionDisk|zeroDisk|reformat)$/i }),
  row("grub-install grub-bios-setup efibootmgr bcdedit update-grub", "", { destroys: "unknown" }),
  row("fsck", "", { destroys: "unknown", needs: "-y -p -a" }),
  row("swapon losetup umount", "", { lists: "nothing" }),
  row("swapoff", "", { privilege: "root" }),
  ...rowsOf({ names: "mount", privilege: "root", valued: "-o --options -t" }, [
    { needs: "-B --bind -R --rbind -M --move" },
    { needs: "-o --options", matching: /remount|^\/$|bind/ },
  ]),
  row("dmesg", "", { discards: "the kernel's messages", needs: "-C --clear -c" }),
  row("dmesg", "", { reads: "/var/log/dmesg" }),
  row("journalctl", "", { reads: "/var/log/journal", valued: "-u -n --since --until -p" }),
  row("journalctl", "", {
    discards: "logs of the system",
    needs: "--vacuum-size --vacuum-time --vacuum-files --rotate --flush",
    valued: "--vacuum-size --vacuum-time",
  }),
  row("history", "", { discards: "the shell's history", needs: "-c -d", valued: "-d" }),
  row("history", "", { replaces: "operands", needs: "-w" }),
  row("history", "", { appends: "operands", needs: "-a" }),
  row("history", "", { discards: "the shell's history", matching: /^$|history$/, needs: "-w" }),
  row("lvm", "lvremove|vgremove|pvremove|lvreduce", { destroys: "unknown" }),
  row("auditctl", "", { privilege: "root", needs: "-D -e -d", valued: "-e" }),
];
