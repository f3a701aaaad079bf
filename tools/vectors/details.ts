import { decodeText, type Url } from "@anyurl/core";

import { type FileUrl, isLocal } from "@anyurl/scheme-file";
import { type DataMediaType, formatMediaType } from "anyurl";

/** Returns the parts of a URL by their names in the vectors. The type is `any`, because the set of schemes changes. */
type View = (parts: any, url: Url) => Readonly<Record<string, unknown>>;

/** By scheme. If a scheme of the preset is missing here, its vectors with details fail. */
const VIEWS: ReadonlyMap<string, View> = new Map<string, View>([
  ["data", data],
  ["ftp", ftp],
  ["ftps", ftp],
  ["gopher", gopher],
  ["gophers", gopher],
  ["http", () => ({})],
  ["https", () => ({})],
  ["ldap", ldap],
  ["ldaps", ldap],
  ["mailto", mailto],
  ["news", news],
  ["snews", news],
  ["nntp", nntp],
  ["nntps", nntp],
  ["sftp", () => ({})],
  ["sip", ({ user, host }) => ({ user, host })],
  ["tel", ({ number, parameters }) => ({ number, params: parameters })],
  ["telnet", telnet],
  ["telnets", telnet],
  ["urn", ({ nid, nss }) => ({ nid, nss })],
  ["wais", wais],
  ["ws", () => ({})],
  ["wss", () => ({})],
  ["file", file],
  ["pop", ({ user, auth }) => ({ user, auth: auth ?? null })],
  ["prospero", prospero],
]);

/** @throws {Error} if this file has no function for the scheme. */
export function detailOf(url: Url, defaultPort: number | undefined): Readonly<Record<string, unknown>> {
  const view = VIEWS.get(url.scheme);
  if (view === undefined)
    throw new Error(`tools/vectors/details.ts has no function for the parts of ${url.scheme}`);
  const port = url.port === undefined || url.port === "" ? defaultPort : Number(url.port);
  return { ...view(url.parts, url), effectivePort: port };
}

function data({ base64, data: text, ...header }: any): Readonly<Record<string, unknown>> {
  const { type, parameters } = header as DataMediaType;
  // Perl returns a type without a subtype as written.
  return { mediaType: type.includes("/") ? formatMediaType({ type, parameters }) : type, base64, text };
}

function ftp({ cwds, name, typecode }: any): Readonly<Record<string, unknown>> {
  return { cwd: cwds, name, type: typecode ?? null };
}

function gopher({ gophertype, selector, search, gopherPlus }: any): Readonly<Record<string, unknown>> {
  return { type: gophertype, selector, search: search ?? null, plus: gopherPlus ?? null };
}

function ldap({ dn, attributes, scope, filter }: any): Readonly<Record<string, unknown>> {
  return { dn, attributes, scope: scope ?? null, filter: filter ?? null };
}

function mailto({ to, hfields }: any): Readonly<Record<string, unknown>> {
  return { to, headers: hfields.map(({ hfname, hfvalue }: any) => [hfname, hfvalue]) };
}

function news({ newsgroupName, wildmat, messageId }: any): Readonly<Record<string, unknown>> {
  if (newsgroupName !== undefined) return { kind: "group", value: newsgroupName };
  if (messageId !== undefined) return { kind: "article", value: messageId };
  return { kind: wildmat === "*" ? "all" : "wildmat", value: wildmat };
}

function nntp({ newsgroupName, articleNumber }: any): Readonly<Record<string, unknown>> {
  return { group: newsgroupName, article: articleNumber ?? null };
}

function telnet(_: any, { user, password }: Url): Readonly<Record<string, unknown>> {
  return { user: decoded(user), password: decoded(password) };
}

function wais({ database, search, wtype, wpath }: any): Readonly<Record<string, unknown>> {
  const form = search !== undefined ? "search" : wtype !== undefined ? "document" : "database";
  return { form, database, search: search ?? null, wtype: wtype ?? null, wpath: wpath ?? null };
}

function file({ segments }: any, url: Url): Readonly<Record<string, unknown>> {
  return { local: isLocal(url as FileUrl), segments };
}

function prospero({ hsoname, fieldspecs }: any): Readonly<Record<string, unknown>> {
  return {
    hsoname,
    fields: fieldspecs.map(({ fieldname, fieldvalue }: any) => [fieldname, fieldvalue]),
  };
}

/** Returns a percent-decoded component; `null` if it is missing. */
export function decoded(raw: string | undefined): string | null {
  return raw === undefined ? null : decodeText(raw);
}
