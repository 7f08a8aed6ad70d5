import type { CallEntry } from "../../engine/call-entry.ts";
import { bindsSocket, call, fetches, listens, returns, sends } from "../../engine/rows.ts";

/** The effects of Python functions for sockets and servers. */
export const socketCalls: readonly CallEntry[] = [
  call("socket.socket", "family type", returns("socket.socket")),
  call("socket.create_connection", "address", sends({ protocol: "tcp", host: "address" }), returns("socket.socket")),
  call("socket.socketpair", "", returns("own pair")),
  call("socket.create_server", "address", listens({ protocol: "tcp", host: "address" }), returns("socket.socket")),
  call("socket.fromfd socket.socket.dup socket.socket.fileno socket.socket.detach", "", returns("socket.socket")),
  call("socket.socket.connect socket.socket.connect_ex", "address", sends({ protocol: "tcp", host: "address" }), {
    keepsAsFields: "address",
  }),
  call("socket.socket.bind", "address", listens({ protocol: "tcp", host: "address" }), bindsSocket("address"), {
    keepsAsFields: "address",
  }),
  call("asyncio.start_unix_server", "handler path", listens({ protocol: "unix" }), bindsSocket("path"), {
    callbackReceives: "stream pair",
  }),
  call("*.create_unix_server", "factory path", bindsSocket("path")),
  call("multiprocessing.connection.Listener", "address", listens({ protocol: "unix" }), bindsSocket("address")),
  call("socket.socket.accept", "", returns("socket.socket pair")),
  call(
    "socket.socket.send socket.socket.sendall socket.socket.sendmsg socket.socket.sendfile socket.file.write",
    "data",
    sends({ protocol: "tcp", host: "self.address", from: "data" }),
  ),
  call("socket.socket.sendto", "data flags address", sends({ protocol: "udp", host: "address flags", from: "data" })),
  call(
    "socket.socket.recv socket.socket.recvfrom socket.socket.recv_into socket.socket.recvmsg socket.file.read socket.file.readline socket.file.readlines",
    "",
    fetches({ protocol: "tcp", host: "self.address" }),
  ),
  call("socket.socket.getsockname socket.socket.getpeername", "", returns("self.address")),
  call("socket.socket.makefile", "", returns("socket.file")),
  call("*.sendall *.sendto", "data address", sends({ host: "address", from: "data" })),
  call("*.recv *.recvfrom", "", fetches()),
  call("ssl.wrap_socket", "socket", returns("socket.socket")),
  call(
    "socket.gethostbyname socket.gethostbyname_ex socket.getaddrinfo socket.gethostbyaddr dns.resolver.resolve dns.resolver.query",
    "host",
    sends({ protocol: "dns", host: "host", from: "host" }),
  ),
  call(
    "asyncio.open_connection",
    "host port",
    sends({ protocol: "tcp", host: "host", port: "port" }),
    returns("stream pair"),
  ),
  call(
    "stream.read stream.readline stream.readexactly stream.readuntil",
    "",
    fetches({ protocol: "tcp", host: "self.host", port: "self.port" }),
  ),
  call("stream.write", "data", sends({ protocol: "tcp", host: "self.host", port: "self.port", from: "data" })),
  call("asyncio.start_server", "handler host port", listens({ protocol: "tcp", host: "host", port: "port" }), {
    callbackReceives: "stream pair",
  }),
  call("pwn.remote", "host port", sends({ protocol: "tcp", host: "host", port: "port" }), returns("stream")),
  call("scapy.all.send scapy.all.sendp scapy.all.sr scapy.all.sr1", "data", sends({ from: "data" })),
];
