/** Catalogue rows for programs that contact other machines: `curl`, `nc`, `scp`, `mail`, `dig`. */
import { remoteControls } from "../../attack-tools.ts";
import type { CatalogueEntry } from "./entry.ts";
import { row, rowsOf } from "./rows.ts";

const curlValued =
  "-o --output -H --header -d --data --data-binary --data-raw --data-ascii --data-urlencode --json -F --form --form-string -T --upload-file -X --request -u --user -A --user-agent -e --referer -b --cookie -c --cookie-jar -x --proxy -m --max-time --connect-timeout -w --write-out -K --config -E --cert --key --cacert --capath --resolve --retry --retry-delay --limit-rate -r --range -C --continue-at -D --dump-header --url --url-query -z --interface --dns-servers -Q --quote -t --telnet-option --proto --tlsv1.3 --ciphers --output-dir --connect-to --max-redirs --oauth2-bearer --aws-sigv4 -U --proxy-user --socks5 --variable --expand-data --expand-url --preproxy --socks4 --socks4a --socks5-hostname --proxy1.0 --proxy-header --noproxy --doh-url --request-target --unix-socket --stderr --trace --trace-ascii --mail-from --mail-rcpt --proto-default --local-port";
const wgetValued =
  "-O --output-document -P --directory-prefix --post-data --post-file --body-data --body-file --method --header -U --user-agent -o --output-file -a --append-output -i --input-file -t --tries -T --timeout -w --wait -Q --quota -e --execute -A --accept -R --reject -D --domains -l --level -X --exclude-directories --user --password --referer --limit-rate --load-cookies --save-cookies --ca-certificate --certificate --private-key --cut-dirs -I";

/** The catalogue rows for programs that contact other machines: `curl`, `nc`, `scp`, `mail`, `dig`. */
export const network: readonly CatalogueEntry[] = [
  // The web.
  ...rowsOf({ names: "curl curlie", protocol: "http", valued: curlValued }, [
    {
      contacts: "operands, value of --url",
      sends:
        "value of -d --data --data-binary --data-ascii --data-urlencode --json -F --form --form-string --url-query --expand-data",
      sendsFiles: "value of -T --upload-file",
      out: /^(POST|PUT|PATCH|DELETE)$/i,
      replaces: "value of -o --output -D --dump-header -c --cookie-jar",
      unless: "-G --get",
    },
    {
      contacts: "operands, value of --url",
      asks: "value of -d --data --data-urlencode --data-binary",
      replaces: "value of -o --output",
      needs: "-G --get",
    },
    {
      contacts: "value of -x --proxy --preproxy --socks4 --socks4a --socks5 --socks5-hostname --proxy1.0 --doh-url",
      out: true,
    },
  ]),
  // The host of the URL is reached at another address.
  row("curl curlie", "", {
    contacts: "unknown",
    needs: "--resolve --connect-to",
    matching: /^[^:/]*:\d*:(?!\[?(?:127\.|::1|localhost|host\.docker))/,
    valued: curlValued,
  }),
  ...rowsOf({ names: "curl" }, [
    { runs: true, needs: "-K --config", matching: /^(-|\/dev\/.*)$/, valued: curlValued },
    { reads: "value of -K --config --netrc-file --cacert --key -E --cert", valued: `${curlValued} --netrc-file` },
  ]),
  row("wget wget2", "", {
    contacts: "operands",
    protocol: "http",
    sends: "value of --post-data --body-data",
    sendsFiles: "value of --post-file --body-file",
    replaces: "value of -O --output-document",
    out: /^(POST|PUT|PATCH|DELETE)$/i,
    valued: wgetValued,
  }),
  row("curl curlie", "", {
    replaces: "name of operands",
    needs: "-O --remote-name --remote-name-all",
    valued: curlValued,
  }),
  row("wget wget2", "", { replaces: "name of operands", unless: "-O --output-document --spider", valued: wgetValued }),
  row("wget wget2", "", { contacts: "unknown", needs: "-i --input-file", protocol: "http", valued: wgetValued }),
  row("aria2c", "", { contacts: "unknown", needs: "-i --input-file", protocol: "http", valued: "-i --input-file" }),
  row("wget wget2", "", {
    reads: "value of -i --input-file",
    replaces: "value of -o --output-file",
    valued: wgetValued,
  }),
  row("wget", "", { runs: true, needs: "-e --execute", matching: /askpass|^use_/, valued: wgetValued }),
  row("wget", "", { runsCode: "value of --use-askpass" }),
  row("http https xh httpie xhs", "", {
    contacts: "operands",
    protocol: "http",
    out: /^(POST|PUT|PATCH|DELETE)$|^[\w-]+:?=/i,
    valued: "-a --auth -A --auth-type",
    replaces: "value of -o --output",
    sendsInput: true,
  }),
  row("aria2c axel youtube-dl yt-dlp httrack", "", {
    contacts: "operands",
    protocol: "http",
    valued: "-x -s -f",
    creates: "value of -o --out -d --dir",
  }),
  row("lynx w3m links elinks", "", { contacts: "operands", protocol: "http", matching: /[:.]/ }),
  row("websocat wscat grpcurl evans", "", {
    contacts: "first operand",
    sendsInput: true,
    out: true,
    valued: "-d -H -c -proto -import-path",
  }),

  // TCP and UDP connections, remote shells.
  row("nc ncat netcat nc.traditional nc.openbsd pwncat", "", {
    contacts: "first operand",
    port: "later operands",
    protocol: "tcp",
    sendsInput: true,
    out: true,
    executes: "value of -e -c --exec --sh-exec --lua-exec",
    valued: "-w -i -p -s -q -O -X -x -G -I -T",
    unless: "-l --listen -lv -lvp -z",
  }),
  row("nc ncat netcat nc.traditional nc.openbsd", "", {
    listens: true,
    protocol: "tcp",
    port: "value of -p, last operand",
    sendsInput: true,
    executes: "value of -e -c --exec --sh-exec",
    needs: "-l --listen",
  }),
  row("nc ncat netcat", "", { contacts: "first operand", port: "later operands", protocol: "tcp", needs: "-z" }),
  row("telnetd in.telnetd rshd gs-netcat gsocket", "", {
    listens: true,
    protocol: "tcp",
    executes: "value of -l -e or unknown",
    valued: "-p -s -k",
  }),
  row("iperf iperf3", "", {
    contacts: "value of -c --client",
    protocol: "udp",
    out: true,
    needs: "-u --udp",
    valued: "-p -b -t -n",
  }),
  row("telnet", "", {
    contacts: "first operand",
    port: "later operands",
    protocol: "tcp",
    sendsInput: true,
    out: true,
    valued: "-l -b",
  }),
  row("openssl", "s_client", {
    contacts: "value of -connect -host",
    protocol: "tls",
    sendsInput: true,
    out: true,
    valued: "-port -servername -CAfile -cert -key",
  }),
  row("openssl", "s_server", { listens: true, protocol: "tls", valued: "-accept -port -cert -key" }),
  row(
    "stunnel chisel ngrok cloudflared localtunnel lt frpc bore devtunnel zrok pagekite playit rathole inlets gost loophole telebit localxpose loclx pinggy expose",
    "",
    { contacts: "nothing", out: true },
  ),
  row(remoteControls, "", { contacts: "nothing", out: true }),
  row("autossh", "", { contacts: "first operand", protocol: "ssh", out: true, valued: "-M -L -R -D -i -p -o" }),
  row("sshfs", "", { contacts: "first operand", protocol: "ssh", valued: "-o -p" }),

  // File transfer.
  ...rowsOf({ names: "sftp" }, [
    { contacts: "first operand", protocol: "ssh", sendsInput: true, out: true, valued: "-b -i -o -P -B -R" },
    { reads: "value of -b", valued: "-b -i -o -P" },
  ]),
  row("ftp lftp ncftp tftp ncftpput", "", {
    contacts: "first operand",
    protocol: "ftp",
    sendsInput: true,
    out: true,
    valued: "-u -p -e -f -c",
  }),
  row("smbclient", "", {
    contacts: "first operand",
    protocol: "smb",
    sendsInput: true,
    out: true,
    valued: "-c -U -W -D",
  }),
  row("transfer croc wormhole magic-wormhole", "", {
    sendsFiles: "later operands",
    contacts: "nothing",
    out: true,
    matching: /^(send|up)$/,
  }),
  row("bsub sbatch qsub", "", { contacts: "nothing", out: true }),
  row("openvpn openfortivpn openconnect vpnc wg-quick tailscale zerotier-cli", "", {
    contacts: "configured",
    out: true,
  }),

  // Mail and messages.
  row("mail mailx mutt neomutt nail s-nail", "", {
    contacts: "operands",
    protocol: "smtp",
    sendsInput: true,
    sendsFiles: "value of -a -A",
    out: true,
    valued: "-s -c -b -r -S -i -e -F -h",
  }),
  row("sendmail ssmtp msmtp exim swaks", "", {
    contacts: "operands, value of --to -t?",
    protocol: "smtp",
    sendsInput: true,
    sendsFiles: "value of --attach --body",
    out: true,
    valued: "-f -F --from --server --header -a -C",
  }),
  row("slack notify telegram-send ntfy", "", { contacts: "nothing", sendsInput: true, sends: "operands", out: true }),

  // Name lookups and reachability.
  row("dig drill kdig dog", "", {
    contacts: "operands",
    protocol: "dns",
    matching: /^[^+@]/,
    valued: "-x -p -t -c -f -k -b -q",
  }),
  row("nslookup host resolvectl getent delv", "", {
    contacts: "operands",
    protocol: "dns",
    matching: /\./,
    valued: "-t -c -R -W",
  }),
  row("getent", "", { reads: "/etc/passwd", matching: /^(passwd|group|shadow|gshadow)$/ }),
  row("openfortivpn openconnect vpnc sshuttle", "", { contacts: "first operand", protocol: "vpn", out: true }),
  row("whois", "", { contacts: "value of -h --host or configured", protocol: "whois", valued: "-p --port" }),
  row("ping ping6 fping arping", "", { contacts: "operands", protocol: "icmp", valued: "-c -i -s -W -w -t -I" }),
  row("traceroute tracepath mtr tracert", "", { contacts: "operands", protocol: "icmp", valued: "-m -w -q -p" }),
  row("nmap masscan zmap nikto sqlmap gobuster ffuf dirb wfuzz hydra medusa", "", {
    contacts: "operands, value of -u --url -h",
    out: true,
    valued: "-p -w -oN -oX -oA -iL -t -T -P -l -L",
  }),
  row("tcpdump tshark wireshark ngrep ettercap bettercap airodump-ng", "", { listens: true, valued: "-i -w -c -r -s" }),
  row("tcpdump", "", { runs: true, needs: "-z", valued: "-z -G -C" }),
  row("tcpdump tshark", "", { replaces: "value of -w" }),

  // Servers.
  ...rowsOf({ names: "http.server SimpleHTTPServer", valued: "-d --directory -b --bind" }, [
    { listens: true, protocol: "http", port: "first operand" },
    { reads: "value of -d --directory", recursive: true },
  ]),
  row("php", "", { reads: "value of -t", recursive: true, needs: "-S", valued: "-S" }),
  row("http-server serve live-server php-fpm", "", { listens: true, protocol: "http", valued: "-p --port -a" }),
  row("sshd vsftpd smbd rpcbind in.telnetd dropbear", "", { listens: true }),
  row("php", "", { listens: true, protocol: "http", needs: "-S" }),
];
