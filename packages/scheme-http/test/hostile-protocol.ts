import { encodeText, octetsOf, UNRESERVED } from "@anyurl/core";
import { ByteCollector, joinBytes } from "@anyurl/core/exchange";
import {
  FAULTS,
  type Fault,
  type FaultExceptions,
  type HostileOperation,
  type HostileProtocol,
  type HostileWorld,
  type ServerStep,
} from "@anyurl/testkit";

/** A listing by WebDAV, after the last line of the request for it. */
const LISTING =
  "HTTP/1.1 207 Multi-Status\r\nContent-Type: application/xml\r\nTransfer-Encoding: chunked\r\n\r\n";

/** A body with a length, in chunks, or up to the close; the requested path selects it. */
function answer(line: string, { heard, size }: HostileWorld): readonly ServerStep[] {
  if (line.startsWith("<?xml")) return [{ is: "reply", text: LISTING }, { is: "body" }, { is: "close" }];
  if (heard.some((each) => each.startsWith("PROPFIND "))) return [];
  // The last line of a request before the empty one, which the testkit would take for the beginning of a connection.
  if (!line.startsWith("accept-encoding:")) return [];
  const target = heard.find((each) => each.startsWith("GET "))?.split(" ")[1] ?? "";
  const framing = new Map([
    ["/length", `Content-Length: ${size}\r\n`],
    ["/chunks", "Transfer-Encoding: chunked\r\n"],
  ]).get(target);
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n${framing ?? ""}\r\n`;
  return [{ is: "reply", text: head }, { is: "body" }, { is: "close" }];
}

/** A member of the listed directory. */
function member(name: string, size: string): string {
  const properties = `<resourcetype/><getcontentlength>${size}</getcontentlength>`;
  const propstat = `<propstat><prop>${properties}</prop><status>HTTP/1.1 200 OK</status></propstat>`;
  return `<response><href>/d/${encodeText(name, UNRESERVED)}</href>${propstat}</response>`;
}

/** The members within a 207 response, in chunks. */
function multistatus(members: Uint8Array, maxChunk?: number): Uint8Array {
  const page = [octetsOf('<multistatus xmlns="DAV:">'), members, octetsOf("</multistatus>")];
  return chunked(joinBytes(page), maxChunk);
}

/** In two chunks, or in as many as needed. */
function chunked(body: Uint8Array, maxChunk: number = Math.ceil(body.length / 2)): Uint8Array {
  const framed = new ByteCollector();
  for (let at = 0; at < body.length; at += maxChunk) {
    const chunk = body.subarray(at, at + maxChunk);
    framed.add(octetsOf(`${chunk.length.toString(16)}\r\n`));
    framed.add(chunk);
    framed.add(octetsOf("\r\n"));
  }
  framed.add(octetsOf("0\r\n\r\n"));
  return framed.take();
}

export const PROTOCOL: HostileProtocol = {
  answer,
  invalidReplies: ["\r\n", "\udcff\udcfe\r\n", "20 x\r\n", "2200 x\r\n", "999 x\r\n", "-\r\n", "\0\r\n"],
  operations: [
    { operation: "get", url: "http://h.example/length", end: "mark", sized: true },
    { operation: "get", url: "http://h.example/chunks", end: "mark", frame: chunked },
    { operation: "get", url: "http://h.example/close", end: "close" },
    { operation: "list", url: "http://h.example/d/", end: "mark", entry: member, frame: multistatus },
    { operation: "request", url: "http://h.example/chunks", end: "mark", frame: chunked },
    { operation: "request", url: "http://h.example/length", end: "mark", sized: true },
    { operation: "get", url: "https://h.example/length", end: "mark", sized: true, tls: "implicit" },
  ],
};

const BYTES_ARE_CONTENT = "bytes after a header are content, as long as the framing says (RFC 9112 §6.3)";
const ifFramed = ({ end }: HostileOperation) => (end === "mark" ? BYTES_ARE_CONTENT : undefined);

const NOT_A_CHUNK = "the bytes of a chunk size have no other form";
const ifListed = ({ operation }: HostileOperation) =>
  operation === "list" ? "a name is percent-encoded in every request, so it can end no line" : undefined;

export const EXCEPT: FaultExceptions = {
  "the same reply, endlessly": ifFramed,
  "an endless body": ifFramed,
  "the server reports a size that is wrong by -7": ifFramed,
  "one byte per second, endlessly": ({ url, operation }) =>
    url.endsWith("/chunks") || operation === "list" ? NOT_A_CHUNK : undefined,
  "an endless line in a listing": ({ operation }) => (operation === "list" ? NOT_A_CHUNK : undefined),
  ...Object.fromEntries(
    ['"a\\rb"', '"a\\nb"', '"a\\r\\nDELE x"'].map((name) => [`an entry named ${name}`, ifListed]),
  ),
};

/** Bytes after a header are content, whatever they contain. */
export const FAULTS_OF_HTTP: readonly Fault[] = FAULTS.map((fault) => ({
  ...fault,
  limits: { maxHead: 4 * 1024, maxBytes: 8 * 1024, ...fault.limits },
}));
