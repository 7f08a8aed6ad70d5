import type { CallEntry } from "../engine/call-entry.ts";
import { copying, downloading, moving, uploading } from "./shared-effects.ts";

/** Methods of each of some types. */
function methodsOf(types: string, names: string): string {
  return types
    .split(" ")
    .flatMap((type) => names.split(" ").map((name) => `${type}.${name}`))
    .join(" ");
}

const clients = "net.webclient net.http.httpclient *";
const requests = "com:msxml2.xmlhttp com:msxml2.serverxmlhttp com:microsoft.xmlhttp com:winhttp.winhttprequest.5.1";

/** Methods of .NET by their types, in lower case without `System.`. */
export const dotnetCalls: readonly CallEntry[] = [
  { calls: "io.file.delete", parameters: "path", effects: [{ kind: "delete", target: "path" }] },
  {
    calls: "io.directory.delete",
    parameters: "path recursive",
    effects: [{ kind: "delete", target: "path", recursive: "recursive" }],
  },
  { calls: "io.file.copy", parameters: "src dst overwrite", effects: copying },
  { calls: "io.file.move io.file.replace io.directory.move", parameters: "src dst overwrite", effects: moving },
  {
    calls:
      "io.file.writealltext io.file.writealllines io.file.writeallbytes io.file.writealltextasync io.file.writealllinesasync io.file.writeallbytesasync",
    parameters: "path data",
    effects: [{ kind: "write", target: "path", mode: "replace", from: "data" }],
  },
  {
    calls: "io.file.appendalltext io.file.appendalllines io.file.appendalltextasync io.file.appendtext",
    parameters: "path data",
    effects: [{ kind: "write", target: "path", mode: "append", from: "data" }],
  },
  {
    calls: "io.file.create io.file.createtext io.file.openwrite io.directory.createdirectory",
    parameters: "path",
    effects: [{ kind: "write", target: "path", mode: "create" }],
  },
  {
    calls: "io.file.createsymboliclink io.directory.createsymboliclink",
    parameters: "path to",
    effects: [{ kind: "write", target: "path", mode: "create", linkTo: "to" }],
  },
  {
    calls: "io.file.open io.file.openhandle",
    parameters: "path",
    effects: [
      { kind: "read", target: "path" },
      { kind: "write", target: "path", mode: "change" },
    ],
  },
  { calls: "io.file.opentext io.file.openread", parameters: "path", effects: [{ kind: "read", target: "path" }] },
  { calls: "io.file.encrypt", parameters: "path", effects: [{ kind: "destroy", target: "path" }] },
  {
    calls: "io.file.setattributes io.file.setaccesscontrol io.directory.setaccesscontrol io.file.setunixfilemode",
    parameters: "path value",
    effects: [{ kind: "permission", target: "path", change: "attributes", value: "value" }],
  },
  {
    calls: "io.compression.zipfile.extracttodirectory io.compression.zipfile.createfromdirectory",
    parameters: "src dst",
    effects: [
      { kind: "read", target: "src", recursive: true },
      { kind: "write", target: "dst", mode: "create", from: "@fetched", recursive: true },
    ],
  },
  {
    calls: "microsoft.win32.registry.setvalue",
    parameters: "path name data",
    effects: [{ kind: "write", target: "path", mode: "change", from: "data" }],
  },
  {
    calls: methodsOf(
      clients,
      "downloadstring downloaddata downloadstringasync downloadstringtaskasync downloaddatataskasync getstringasync getbytearrayasync getstreamasync",
    ),
    parameters: "url",
    effects: [{ kind: "network", direction: "in", url: "url" }],
  },
  {
    calls: "net.webclient.openread net.http.httpclient.getasync net.webrequest.create net.httpwebrequest.create",
    parameters: "url",
    effects: [{ kind: "network", direction: "in", url: "url" }],
  },
  {
    calls: methodsOf(clients, "downloadfile downloadfileasync downloadfiletaskasync"),
    parameters: "url to",
    effects: downloading,
  },
  {
    calls: methodsOf(
      clients,
      "uploadstring uploaddata uploadvalues uploadstringasync uploadstringtaskasync postasync putasync patchasync",
    ),
    parameters: "url data more",
    effects: [{ kind: "network", direction: "out", url: "url", from: "data more" }],
  },
  {
    calls: methodsOf(clients, "uploadfile uploadfileasync uploadfiletaskasync"),
    parameters: "url file",
    effects: uploading,
  },
  {
    calls: methodsOf(requests, "open"),
    parameters: "method url",
    effects: [{ kind: "network", direction: "in", url: "url" }],
  },
  {
    calls: `${methodsOf(requests, "send")} net.http.httpclient.sendasync`,
    parameters: "data",
    effects: [{ kind: "network", direction: "out", host: "host", from: "data" }],
  },
  {
    calls: methodsOf("com:scripting.filesystemobject", "deletefile deletefolder"),
    parameters: "path",
    effects: [{ kind: "delete", target: "path", recursive: true }],
  },
  {
    calls: "net.mail.smtpclient.send net.mail.smtpclient.sendmailasync",
    parameters: "from to subject body",
    effects: [
      { kind: "network", direction: "out", protocol: "smtp", host: "self.first", from: "from to subject body" },
    ],
  },
];
