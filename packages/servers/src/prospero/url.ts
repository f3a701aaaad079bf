import { textOf } from "@anyurl/core";

/** host-type host hsoname-type hsoname */
export type ObjectLocation = readonly [hostType: string, host: string, hsonameType: string, hsoname: string];

/** URLs that a link can express: scheme, host, port, and the rest. */
const URL_FORM = /^([a-z][a-z0-9]*):\/\/(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?(\/[!-~]*)?$/;

interface UrlParts {
  readonly scheme: string;
  /** With its port in parentheses, if it has one. */
  readonly host: string;
  /** The text after the slash, encoded. */
  readonly rest: string;
}

function splitUrl(url: string): UrlParts | undefined {
  const match = URL_FORM.exec(url);
  if (match === null) return undefined;
  const [, scheme = "", host = "", port, path = "/"] = match;
  const name = host.replace(/^\[|\]$/g, "");
  return { scheme, host: port === undefined ? name : `${name}(${port})`, rest: path.slice(1) };
}

/** Returns the target of a prospero URL; `undefined` for any other URL. */
export function parseProsperoUrl(url: string): ObjectLocation | undefined {
  const pieces = splitUrl(url);
  if (pieces?.scheme !== "prospero") return undefined;
  return ["INTERNET-D", pieces.host, "ASCII", decoded(pieces.rest.split(";", 1)[0]!)];
}

/** The access method for a URL: its name, its target, and further arguments. */
export interface Method {
  readonly method: string;
  readonly place: ObjectLocation;
  readonly more: readonly string[];
}

/** `undefined` for a URL of a scheme without a Prospero access method. */
export function toAccessMethod(url: string): Method | undefined {
  const pieces = splitUrl(url);
  return pieces && METHODS.get(pieces.scheme)?.(pieces);
}

const METHODS: ReadonlyMap<string, (pieces: UrlParts) => Method> = new Map([
  ["ftp", createFtpMethod],
  [
    "gopher",
    ({ host, rest }) => ({
      method: "GOPHER",
      // Always state the port, because Gopher servers use any port.
      place: createLocation(host.includes("(") ? host : `${host}(70)`, decoded(rest.slice(1))),
      more: [rest.slice(0, 1) || "1"],
    }),
  ],
  ["wais", createWaisMethod],
  ["http", ({ host, rest }) => ({ method: "HTTP", place: createLocation(host, `/${rest}`), more: [] })],
  ["telnet", ({ host }) => ({ method: "TELNET", place: createLocation(host, ""), more: [] })],
]);

const TYPE_NAMES: ReadonlyMap<string, string> = new Map([
  ["a", "TEXT"],
  ["i", "BINARY"],
  ["d", "DIRECTORY"],
]);

function createFtpMethod({ host, rest }: UrlParts): Method {
  const [path = "", type = ""] = rest.split(";type=");
  const isFull = /^%2f/i.test(path);
  return {
    method: isFull ? "FTP" : "AFTP",
    place: createLocation(host, `/${decoded(isFull ? path.slice(3) : path)}`),
    more: [TYPE_NAMES.get(type.toLowerCase()) ?? "BINARY"],
  };
}

/** Formats WAIS-GW/host(port)/type/database/document-id. The document-id is encoded as in the URL. */
function createWaisMethod({ host, rest }: UrlParts): Method {
  const [database = "", type = "TEXT", ...id] = rest.split("/");
  const name = `WAIS-GW/${host}/${decoded(type)}/${decoded(database)}/${id.join("/")}`;
  return { method: "WAIS", place: createLocation(host, name), more: [] };
}

function createLocation(host: string, hsoname: string): ObjectLocation {
  return ["INTERNET-D", host, "ASCII", hsoname];
}

function decoded(text: string): string {
  const octets: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const hex = text[i] === "%" ? /^[0-9A-Fa-f]{2}$/.exec(text.slice(i + 1, i + 3))?.[0] : undefined;
    octets.push(hex === undefined ? text.charCodeAt(i) : Number.parseInt(hex, 16));
    if (hex !== undefined) i += 2;
  }
  return textOf(Uint8Array.from(octets));
}
