import type { TLSSocket } from "node:tls";
import { decodeText, encodeText, octetsOf, textOf, UNRESERVED } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { lookUp } from "../accounts.ts";
import { type EmbeddedServer, type ListenOptions, startServer } from "../embedded-server.ts";
import { readChunks } from "../library/content.ts";
import { library } from "../library/library.ts";
import { LineReader } from "../line-reader.ts";
import { createServerTls, runSession, startServerTls } from "../session.ts";
import { type Folder, findNode } from "../tree.ts";

export interface GeminiServerOptions extends ListenOptions {
  /** The certificate of the server and its key, as PEM. Gemini has no connections without TLS. */
  readonly tls: { readonly cert: string; readonly key: string };
  /** Default: {@link library}. */
  readonly root?: Folder;
  /** Redirects by path. */
  readonly redirects?: Readonly<Record<string, { readonly status: 30 | 31; readonly location: string }>>;
  /** Whole responses by path, with the query if there is one, as text with CR LF after the header. */
  readonly responses?: Readonly<Record<string, string>>;
  /** Paths whose documents, and those below them, need a client certificate. */
  readonly protected?: readonly string[];
  /** Milliseconds without a request until the connection is closed. Default one minute. */
  readonly timeout?: number;
}

/** Maximum bytes of a request without its line end. */
const MAX_REQUEST_BYTES = 1024;

/**
 * Starts a Gemini server on loopback: documents, a page of links for each directory, and "/search", which asks for words.
 *
 * @throws {RangeError} the host is not a loopback address.
 */
export function startGeminiServer(options: GeminiServerOptions): Promise<EmbeddedServer> {
  const { tls, timeout = 60_000, root = library() } = options;
  const secureContext = createServerTls(tls);
  return startServer("gemini", options, (connection) => {
    let secured: TLSSocket | undefined;
    runSession(connection, {
      createReader: () => new LineReader(MAX_REQUEST_BYTES),
      implicitTls: true,
      startTls(socket) {
        secured = startServerTls(socket, { secureContext, requestCert: true, rejectUnauthorized: false });
        return secured;
      },
      onItem(line) {
        connection.record(line);
        const hasCertificate = Object.keys(secured?.getPeerCertificate() ?? {}).length > 0;
        const request = line.tooLong ? undefined : textOf(line.octets);
        return { octets: answer(request, { ...options, root, hasCertificate }), next: "close" };
      },
      timeoutMs: timeout,
      onIdle: connection.reset,
    });
    return connection.reset;
  });
}

interface Place extends Omit<GeminiServerOptions, "root"> {
  readonly root: Folder;
  readonly hasCertificate: boolean;
}

function answer(request: string | undefined, place: Place): Uint8Array {
  const [, path = "/", query] =
    /^gemini:\/\/[^/?#@\s]+(\/[^?#\s]*)?(?:\?([^#\s]*))?$/.exec(request ?? "") ?? [];
  if (request === undefined || !request.startsWith("gemini://")) return octetsOf("59 Bad request\r\n");
  const { redirects = {}, responses = {}, hasCertificate } = place;
  const asked = query === undefined ? path : `${path}?${query}`;
  const response = lookUp(responses, asked);
  if (response !== undefined) return octetsOf(response);
  const redirect = lookUp(redirects, path);
  if (redirect !== undefined) return octetsOf(`${redirect.status} ${redirect.location}\r\n`);
  const isProtected =
    place.protected?.some((above) => path === above || path.startsWith(`${above}/`)) === true;
  if (isProtected && !hasCertificate) return octetsOf("60 A client certificate is required\r\n");
  if (path === "/search") return search(query, place.root);
  return serve(path, place.root);
}

function serve(path: string, root: Folder): Uint8Array {
  const names = path.split("/").filter((name) => name !== "");
  const node = findNode(root, names.map(decodeText));
  if (node === undefined) return octetsOf("51 Not found\r\n");
  if (node.kind === "folder") {
    if (!path.endsWith("/")) return octetsOf(`31 ${path}/\r\n`);
    return octetsOf(`20 text/gemini; charset=utf-8\r\n${formatPage(path, node)}`);
  }
  const header = octetsOf(`20 ${mediaTypeOf(path)}\r\n`);
  return joinBytes([header, ...readChunks(node.content)]);
}

/** A page with a heading and a link for each entry. */
function formatPage(path: string, { entries }: Folder): string {
  const links = Array.from(entries, ([name, node]) => {
    return `=> ./${encodeText(name, UNRESERVED)}${node.kind === "folder" ? "/" : ""} ${name}\n`;
  });
  return `# ${path === "/" ? "The library" : path}\n\n${links.join("")}`;
}

function search(query: string | undefined, root: Folder): Uint8Array {
  if (query === undefined || query === "") return octetsOf("10 Which words?\r\n");
  const words = decodeText(query).toLowerCase();
  const found = Array.from(findDocuments(root, "", words), (path) => `=> ${path}\n`);
  return octetsOf(`20 text/gemini; charset=utf-8\r\n# ${found.length} found\n${found.join("")}`);
}

function* findDocuments({ entries }: Folder, above: string, words: string): Generator<string> {
  for (const [name, node] of entries) {
    if (!/^[A-Za-z0-9._-]+$/.test(name)) continue;
    const path = `${above}/${name}`;
    if (node.kind === "folder") yield* findDocuments(node, path, words);
    else if (node.content instanceof Uint8Array && textOf(node.content).toLowerCase().includes(words))
      yield path;
  }
}

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ["gmi", "text/gemini; charset=utf-8"],
  ["txt", "text/plain; charset=utf-8"],
  ["csv", "text/csv; charset=utf-8"],
  ["gif", "image/gif"],
  ["png", "image/png"],
]);

function mediaTypeOf(path: string): string {
  return MEDIA_TYPES.get(path.slice(path.lastIndexOf(".") + 1)) ?? "application/octet-stream";
}
