import { callTable, type ScriptLanguage, wordSet } from "./script-language.ts";

/** Perl: its syntax, and what its functions do. */
export const perl: ScriptLanguage = {
  syntax: {
    comment: /#.*/y,
    documentation: /^=[a-z]\w*(?:[\s\S]*?^=cut.*|[\s\S]*)/my,
    word: /[A-Za-z_]\w*(?:(?:::|')[A-Za-z_]\w*)*/y,
    variable:
      /[$@%&]\s*(?:#?\{\^?\w+\}|#?(?:::)?[A-Za-z_]\w*(?:::\w+)*|\d+|\^\w)|\$(?:[&+!@/\\;,.0_|"'`<>()[\]-])|@[-+_]|\$#/y,
    number: /0x[\da-f_]+|\d[\d_]*(?:\.\d+)?(?:e[-+]?\d+)?/iy,
    backquotes: true,
    singleQuotes: true,
    inserted: /[@$]\{([^}]{0,300})\}|([@$](?:[A-Za-z_]\w*|\d+)(?:(?:->)?[[{][^\]}]{0,200}[\]}])*)|(\$[&!@0])/y,
    operator: /(q[qwxr]?|m|s|tr|y)\s*([^\w\s,;=)>]|(?<=\s)=(?![>=~]))(?!>)/y,
    operators: new Map([
      ["q", { kind: "text" }],
      ["qq", { kind: "text", inserts: true }],
      ["qw", { kind: "text", list: true }],
      ["qx", { kind: "command", inserts: true }],
      ["qr", { kind: "pattern", inserts: true }],
      ["m", { kind: "pattern", inserts: true }],
      ["s", { kind: "pattern", inserts: true, parts: 2 }],
      ["tr", { kind: "pattern", parts: 2 }],
      ["y", { kind: "pattern", parts: 2 }],
    ]),
    patternAfter: wordSet(
      "if unless while until and or not split grep map return print push when x lt gt le ge eq ne cmp",
    ),
    here: /<<~?(["']?)([A-Z_a-z]\w*)\1/y,
  },
  calls: callTable({
    run: "system exec readpipe IPC.Run.run IPC.System.Simple.system capture capturex systemx",
    code: "eval",
    open: "open",
    "rm -f": "unlink",
    rmdir: "rmdir",
    "rm -rf": "rmtree remove_tree File.Path.rmtree File.Path.remove_tree rmove dirremove fremove",
    mv: "rename move File.Copy.move",
    cp: "copy File.Copy.copy",
    ln: "link",
    "ln -s": "symlink",
    mkdir: "mkdir",
    "mkdir -p": "make_path mkpath File.Path.make_path",
    "truncate -s 0": "truncate",
    chmod: "chmod",
    kill: "kill",
    module: "require",
    "cat|": "read_file slurp",
    "tee>": "write_file spew overwrite_file append_file",
    ls: "opendir",
    cd: "chdir",
    curl: "LWP.Simple.get get getprint HTTP.Tiny.new.get",
    connect: "IO.Socket.INET.new IO.Socket.SSL.new IO.Socket.IP.new connect",
    glob: "glob",
    print: "print printf say",
  }),
  implicit: wordSet("eval unlink rmdir mkdir require readpipe glob"),
  pure: wordSet(
    `strict warnings utf8 v5 feature constant vars lib integer bigint bignum POSIX List Scalar Data JSON Text Time Getopt Encode MIME Digest
     List.Util Scalar.Util List.MoreUtils Data.Dumper Dumper JSON.PP JSON.XS Text.CSV Text.Wrap Time.HiRes Time.Local Time.Piece Getopt.Long GetOptions
     MIME.Base64 Digest.MD5 Digest.SHA md5_hex sha1_hex sha256_hex File.Basename File.Path File.Copy File.Spec File.Find File.Temp File.Slurp Cwd Carp basename dirname
     LWP.Simple LWP.UserAgent HTTP.Tiny IO.Socket IO.Handle IO.File Term.ANSIColor Benchmark Storable Tie.File Unicode.Normalize open3x
     encode_base64 decode_json encode_json to_json from_json sum sum0 min max first any all none uniq shuffle reduce product maxstr minstr blessed looks_like_number
     strftime floor ceil fmod pow mktime timelocal timegm confess croak carp cwd getcwd encode decode
     use no package sub my our local state if unless else elsif for foreach while until do return last next redo and or not xor x eq ne lt gt le ge cmp
     BEGIN END INIT __END__ __DATA__ __FILE__ __LINE__ __PACKAGE__ STDIN STDOUT STDERR DATA ARGV ENV qw
     split join map grep sort reverse keys values each push pop shift unshift splice length substr index rindex uc lc ucfirst lcfirst chomp chop
     undef eof int abs sqrt sin cos atan2 exp log defined exists delete scalar sprintf ord chr hex oct pos wantarray rand srand time times localtime gmtime sleep
     die warn exit close binmode readline read seek tell fileno getc ref bless caller pack unpack vec lc quotemeta study pos sprintf printf die stat lstat
     select format write closedir readdir rewinddir can isa local wait getppid alarm e f d r w z s l n M A C T B new pretty canonical utf8 allow_nonref indent relaxed`,
  ),
  defines: wordSet("sub package constant"),
  joins: new Set(["."]),
  plainVariables: false,
  handles: /^[A-Z][A-Z\d_]*$/,
};
