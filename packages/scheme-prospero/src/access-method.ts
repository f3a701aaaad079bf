import { CharSet, encodeText, formatAuthority, UNRESERVED } from "@anyurl/core";
import { formatUrlHost, type Hostport, parseHostport } from "./hostport.ts";
import type { Attribute, ObjectName } from "./reply.ts";
import { toWaisUrl } from "./wais-gateway.ts";

/** One access method of an object, as the server gives it. */
export interface AccessMethod {
  /** For example "AFTP". */
  readonly method: string;
  /** `undefined` if the method has no URL, or if no safe URL can be made. */
  readonly url: string | undefined;
  /** The server itself has the contents, under the requested name. */
  readonly isContents: boolean;
  /** The tokens of the server's line. */
  readonly words: readonly string[];
}

/**
 * Returns the access methods in attributes, in the server's order. A field that a method omits is taken from the
 * object's name.
 */
export function parseAccessMethods(
  attributes: readonly Attribute[],
  object: ObjectName,
): readonly AccessMethod[] {
  return attributes
    .filter(({ name }) => name === "ACCESS-METHOD")
    .map(({ values }) => parseAccessMethod(values, object));
}

/** Parses `method host-type host hsoname-type hsoname more…`. */
function parseAccessMethod(words: readonly string[], object: ObjectName): AccessMethod {
  const [method = "", hostType, host, hsonameType, hsoname, ...more] = words;
  const nothing = { method, url: undefined, isContents: false, words };
  if (hostType === undefined || host === undefined || hsonameType === undefined || hsoname === undefined)
    return nothing;
  if ((hostType || object.hostType) !== "INTERNET-D" || (hsonameType || object.hsonameType) !== "ASCII")
    return nothing;
  // The server returns the contents itself, under the requested name.
  if (method === "PROSPERO-CONTENTS") return { ...nothing, isContents: host === "" && hsoname === "" };
  // No scheme accepts these characters, and a careless one would send them as a second command.
  if ([hsoname || object.hsoname, ...more].some((text) => /[\0\r\n]/.test(text))) return nothing;
  const hostport = parseHostport(host || object.host);
  const place = hostport && { ...hostport, hsoname: hsoname || object.hsoname, more };
  return { ...nothing, url: place && methodUrl(method, place) };
}

interface MethodLocation extends Hostport {
  readonly hsoname: string;
  readonly more: readonly string[];
}

/** Returns the URL of an access method. The server's text is data in it, so delimiters are percent-encoded. */
function methodUrl(method: string, place: MethodLocation): string | undefined {
  return METHOD_URLS.get(method)?.(place);
}

const METHOD_URLS: ReadonlyMap<string, (place: MethodLocation) => string | undefined> = new Map([
  // The name is relative to the root of the anonymous user.
  [
    "AFTP",
    (place: MethodLocation) =>
      formatMethodAuthority("ftp", place) +
      encodePath(addLeadingSlash(place.hsoname)) +
      formatFtpType(place.more),
  ],
  // The name is a full path, and the user has a login.
  [
    "FTP",
    (place: MethodLocation) =>
      `${formatMethodAuthority("ftp", place)}/%2F${encodePath(addLeadingSlash(place.hsoname).slice(1))}${formatFtpType(place.more)}`,
  ],
  ["GOPHER", formatGopherUrl],
  ["WAIS", ({ hsoname }: MethodLocation) => toWaisUrl(hsoname)],
  ["HTTP", formatHttpUrl],
  ["TELNET", (place: MethodLocation) => `${formatMethodAuthority("telnet", place)}/`],
  ["TN3270", (place: MethodLocation) => `${formatMethodAuthority("tn3270", place)}/`],
  [
    "NFS",
    ({ more, ...place }: MethodLocation) =>
      formatMethodAuthority("nfs", place) +
      encodePath(addLeadingSlash(more[0] ?? "")) +
      encodePath(addLeadingSlash(place.hsoname)),
  ],
]);

function formatMethodAuthority(scheme: string, { host, port }: Hostport): string {
  return `${scheme}:${formatAuthority({ host: formatUrlHost(host), port })}`;
}

/** Characters that need no escape in the path of these schemes; ";" begins a type, and "?" and "#" end the path. */
const BARE: CharSet = /* @__PURE__ */ new CharSet("/!$&'()*+,:@=", UNRESERVED);

function encodePath(path: string): string {
  return encodeText(path, BARE);
}

function addLeadingSlash(path: string): string {
  return path.startsWith("/") ? path : `/${path}`;
}

const FTP_TYPES: ReadonlyMap<string, string> = new Map([
  ["BINARY", "i"],
  ["TEXT", "a"],
  ["DIRECTORY", "d"],
]);

function formatFtpType([word = ""]: readonly string[]): string {
  const typecode = FTP_TYPES.get(word);
  return typecode === undefined ? "" : `;type=${typecode}`;
}

/** The name is the whole selector. The type follows it, or is its first byte. */
function formatGopherUrl({ hsoname, more, ...hostport }: MethodLocation): string | undefined {
  // Gopher servers use many ports, so the port is required.
  if (hostport.port === undefined) return undefined;
  const [word] = more;
  const gophertype = word === "TEXT" ? "0" : word === "BINARY" ? "9" : (word || hsoname).slice(0, 1);
  if (
    !/^[0-9A-Za-z+]$/.test(gophertype) ||
    (word !== undefined && word.length > 1 && !/^(?:TEXT|BINARY)$/.test(word))
  )
    return undefined;
  return `${formatMethodAuthority("gopher", hostport)}/${gophertype}${encodePath(hsoname)}`;
}

/** The name is the request target: path and query as in a URL, with escapes. */
function formatHttpUrl({ hsoname, ...hostport }: MethodLocation): string | undefined {
  const target = /^\/(?:[\w.~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*$/.test(hsoname);
  return target ? formatMethodAuthority("http", hostport) + hsoname : undefined;
}
