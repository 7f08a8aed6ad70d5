/** The effects of .NET methods, such as `[IO.File]::Delete`, in rows. */
import type { CallEntry } from "../engine/call-entry.ts";
import {
  appends,
  call,
  changes,
  creates,
  createsAll,
  deletes,
  deletesAll,
  destroys,
  fetches,
  links,
  methods,
  reads,
  readsAll,
  replaces,
  sends,
  setsAttributes,
} from "../engine/rows.ts";
import { copying, downloading, moving, uploading } from "./shared-effects.ts";

/** Creates the rows of methods that several .NET types share. */
function methodsOf(types: string, names: string): string {
  return types
    .split(" ")
    .map((type) => methods(type, names))
    .join(" ");
}

const clients = "net.webclient net.http.httpclient *";
const requests = "com:msxml2.xmlhttp com:msxml2.serverxmlhttp com:microsoft.xmlhttp com:winhttp.winhttprequest.5.1";

/** Methods of .NET by their types, in lower case without `System.`. */
export const dotnetCalls: readonly CallEntry[] = [
  call("io.file.delete", "path", deletes("path")),
  call("io.directory.delete", "path recursive", deletes("path", { recursive: "recursive" })),
  call("io.file.copy", "src dst overwrite", copying),
  call("io.file.move io.file.replace io.directory.move", "src dst overwrite", moving),
  call(
    "io.file.writealltext io.file.writealllines io.file.writeallbytes io.file.writealltextasync io.file.writealllinesasync io.file.writeallbytesasync",
    "path data",
    replaces("path", "data"),
  ),
  call(
    "io.file.appendalltext io.file.appendalllines io.file.appendalltextasync io.file.appendtext",
    "path data",
    appends("path", "data"),
  ),
  call("io.file.create io.file.createtext io.file.openwrite io.directory.createdirectory", "path", creates("path")),
  call("io.file.createsymboliclink io.directory.createsymboliclink", "path to", links("path", "to")),
  call("io.file.open io.file.openhandle", "path", reads("path"), changes("path")),
  call("io.file.opentext io.file.openread", "path", reads("path")),
  call("io.file.encrypt", "path", destroys("path")),
  call(
    "io.file.setattributes io.file.setaccesscontrol io.directory.setaccesscontrol io.file.setunixfilemode",
    "path value",
    setsAttributes("path", "value"),
  ),
  call(
    "io.compression.zipfile.extracttodirectory io.compression.zipfile.createfromdirectory",
    "src dst",
    readsAll("src"),
    createsAll("dst", "@fetched"),
  ),
  call("microsoft.win32.registry.setvalue", "path name data", changes("path", "data")),
  call(
    methodsOf(
      clients,
      "downloadstring downloaddata downloadstringasync downloadstringtaskasync downloaddatataskasync getstringasync getbytearrayasync getstreamasync",
    ),
    "url",
    fetches({ url: "url" }),
  ),
  call(
    "net.webclient.openread net.http.httpclient.getasync net.webrequest.create net.httpwebrequest.create",
    "url",
    fetches({ url: "url" }),
  ),
  call(methodsOf(clients, "downloadfile downloadfileasync downloadfiletaskasync"), "url to", downloading),
  call(
    methodsOf(
      clients,
      "uploadstring uploaddata uploadvalues uploadstringasync uploadstringtaskasync postasync putasync patchasync",
    ),
    "url data more",
    sends({ url: "url", from: "data more" }),
  ),
  call(methodsOf(clients, "uploadfile uploadfileasync uploadfiletaskasync"), "url file", uploading),
  call(methodsOf(requests, "open"), "method url", fetches({ url: "url" })),
  call(`${methodsOf(requests, "send")} net.http.httpclient.sendasync`, "data", sends({ host: "host", from: "data" })),
  call(methodsOf("com:scripting.filesystemobject", "deletefile deletefolder"), "path", deletesAll("path")),
  call(
    "net.mail.smtpclient.send net.mail.smtpclient.sendmailasync",
    "from to subject body",
    sends({ protocol: "smtp", host: "self.first", from: "from to subject body" }),
  ),
];
