import { type Folder, type Node, octetsOf } from "@anyurl/servers";

/** What opening a URL must give. */
export type Expected =
  | { readonly octets: Uint8Array }
  /** The names of a listing, in any order. */
  | { readonly names: readonly string[] }
  /** Refused, with this code, at this text of the URL. */
  | { readonly code: string; readonly at: string };

/** One URL of the demo. */
export interface Scene {
  readonly title: string;
  readonly server: "ftp" | "gopher";
  /** Before the host, with its "@". */
  readonly userinfo?: string;
  /** All after the port. */
  readonly path: string;
  readonly operation: "get" | "list";
  readonly expected: Expected;
  /** Show the CR of CR LF, too. */
  readonly lineEnds?: boolean;
}

const ALICE = "alice:s3cr%3At%40%2F%25@";

/** The URLs of the demo, and what they must give by the documents that the servers were given. */
export function scenesOf(root: Folder): readonly Scene[] {
  const octets = (...path: readonly string[]): Expected => ({ octets: contentOf(at(root, path)) });
  const lines = (...path: readonly string[]): Expected => ({ octets: withCrLf(contentOf(at(root, path))) });
  const names = (...path: readonly string[]): Expected => ({ names: namesOf(at(root, path)) });
  return [
    {
      title: "A file",
      server: "ftp",
      path: "/welcome.txt",
      operation: "get",
      expected: octets("welcome.txt"),
    },
    {
      title: "The same kind of file, sent as text: its lines come to end in CR LF",
      server: "ftp",
      path: "/octets/lf.txt;type=a",
      operation: "get",
      expected: lines("octets", "lf.txt"),
      lineEnds: true,
    },
    {
      title: "A login: the file where.txt of alice's own directory",
      server: "ftp",
      userinfo: ALICE,
      path: "/where.txt",
      operation: "get",
      expected: octets("home", "alice", "where.txt"),
    },
    {
      title: "%2F is a slash inside of a name: now it is the where.txt of the root",
      server: "ftp",
      userinfo: ALICE,
      path: "/%2Fwhere.txt",
      operation: "get",
      expected: octets("where.txt"),
    },
    {
      title: "%3B is a semicolon inside of a name: this only looks like a typecode",
      server: "ftp",
      path: "/names/notes%3Btype=a",
      operation: "get",
      expected: octets("names", "notes;type=a"),
    },
    {
      title: "A picture, octet for octet",
      server: "ftp",
      path: "/pictures/compass.png;type=i",
      operation: "get",
      expected: octets("pictures", "compass.png"),
    },
    {
      title: "A directory",
      server: "ftp",
      path: "/octets/",
      operation: "list",
      expected: names("octets"),
    },
    {
      title: "A gopher menu: the first character of the path is the type",
      server: "gopher",
      path: "/1/poems",
      operation: "list",
      expected: names("poems"),
    },
    {
      title: "A text",
      server: "gopher",
      path: "/0/poems/tide.txt",
      operation: "get",
      expected: lines("poems", "tide.txt"),
    },
    {
      title: "A search: %09 divides the selector from the words",
      server: "gopher",
      path: "/7/search%09umlaut",
      operation: "list",
      expected: { names: ["percent.txt"] },
    },
    {
      title: "All 256 octets there are",
      server: "gopher",
      path: "/9/octets/bytes.bin",
      operation: "get",
      expected: octets("octets", "bytes.bin"),
    },
    {
      title: "Refused: two lines where the server expects one would be two commands",
      server: "gopher",
      path: "/0/welcome.txt%0D%0ADELETE%20everything",
      operation: "get",
      expected: { code: "control-octet", at: "%0D" },
    },
    {
      title: "Refused: there is no such typecode",
      server: "ftp",
      path: "/welcome.txt;type=x",
      operation: "get",
      expected: { code: "bad-ftp-type", at: ";type=x" },
    },
  ];
}

function at(root: Folder, path: readonly string[]): Node {
  let node: Node | undefined = root;
  for (const name of path) node = node?.kind === "folder" ? node.entries.get(name) : undefined;
  if (node === undefined) throw new RangeError(`the library has no ${path.join("/")}`);
  return node;
}

function contentOf(node: Node): Uint8Array {
  if (node.kind === "document" && node.content instanceof Uint8Array) return node.content;
  throw new RangeError("the demo compares documents that are in memory");
}

function namesOf(node: Node): readonly string[] {
  return node.kind === "folder" ? [...node.entries.keys()] : [];
}

/** A text as networks send it: FTP's TYPE A (RFC 959 §3.1.1.1), Gopher's text file (RFC 1436, appendix). */
function withCrLf(octets: Uint8Array): Uint8Array {
  return octetsOf(new TextDecoder().decode(octets).replaceAll("\n", "\r\n"));
}
