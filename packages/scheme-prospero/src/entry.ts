import type { Entry, EntryKind } from "@anyurl/core";
import { type AccessMethod, parseAccessMethods } from "./access-method.ts";
import { formatUrlHost, parseHostport } from "./hostport.ts";
import { toMetadata } from "./metadata.ts";
import type { Link, ObjectName } from "./reply.ts";
import { parseVersion, type Target } from "./request.ts";
import { DEFAULT_PORT, format } from "./syntax.ts";

/**
 * Converts a link to an entry. An EXTERNAL link gets the URL of an access method, never a prospero URL (RFC 1738
 * §3.11): the most preferred method, otherwise the first that has a URL.
 */
export function toEntry(link: Link, preferred: readonly string[]): Entry {
  const { name, target, destExp, object, attributes } = link;
  const { size, modified, others } = toMetadata(attributes);
  const methods = parseAccessMethods(attributes, object);
  const shown = {
    ...others,
    ...(methods.length > 0 && { "ACCESS-METHOD": formatMethods(methods) }),
    ...(target !== "" && { TARGET: target }),
    ...(destExp !== undefined && { "DEST-EXP": destExp }),
  };
  return {
    name,
    kind: entryKind(target),
    ...linkUrl(link, methods, preferred),
    ...(size !== undefined && { size }),
    ...(modified !== undefined && { modified }),
    attributes: shown,
  };
}

/** Returns the target of a link on a Prospero server, or the reason why it has none. */
export function toLinkTarget(object: ObjectName): Target | string {
  const { hostType, host, hsonameType, hsoname, version } = object;
  if (hostType !== "INTERNET-D") return `its host has the type ${hostType}`;
  if (hsonameType !== "ASCII") return `its name has the type ${hsonameType}`;
  const hostport = parseHostport(host);
  if (hostport === undefined) return "its host or port is invalid";
  if (/[\0\r\n]/.test(hsoname)) return "its name contains NUL, CR, or LF";
  const number = parseVersion(version);
  if (number === undefined) return "its version is not a number";
  return {
    host: hostport.host,
    port: hostport.port ?? DEFAULT_PORT,
    hsoname,
    version: number,
    fieldspecs: [],
  };
}

const KINDS: ReadonlyMap<string, EntryKind> = new Map<string, EntryKind>([
  ["FILE", "file"],
  ["DIRECTORY", "directory"],
  ["DIRECTORY+FILE", "directory"],
  ["FILE+DIRECTORY", "directory"],
  ["EXTERNAL", "link"],
]);

function entryKind(target: string): EntryKind {
  return KINDS.get(target) ?? "unknown";
}

/** Names in a virtual system, forwarding pointers, and hidden targets: no request can reach them. */
const UNREACHABLE: ReadonlyMap<string, string> = new Map([
  ["SYMBOLIC", "it is a name in another virtual system"],
  ["FP", "it is only a forwarding pointer"],
  ["NULL", "the server hides it"],
]);

function linkUrl(
  { linktype, target, object }: Link,
  methods: readonly AccessMethod[],
  preferred: readonly string[],
): Pick<Entry, "url" | "unsafe"> {
  const why = linktype !== "L" && linktype !== "U" ? "unknown link type" : UNREACHABLE.get(target);
  if (why !== undefined) return { url: undefined, unsafe: why };
  if (target === "EXTERNAL") {
    const url = sortByPreference(methods, preferred).find((method) => method.url !== undefined)?.url;
    return url === undefined ? { url, unsafe: "none of its access methods has a URL" } : { url };
  }
  const named = toLinkTarget(object);
  return typeof named === "string" ? { url: undefined, unsafe: named } : { url: formatTargetUrl(named) };
}

/** Sorts methods by preference, and keeps the order of the others after them. */
export function sortByPreference(
  methods: readonly AccessMethod[],
  preferred: readonly string[],
): readonly AccessMethod[] {
  const rank = ({ method }: AccessMethod) => {
    const at = preferred.indexOf(method);
    return at < 0 ? preferred.length : at;
  };
  return [...methods].sort((a, b) => rank(a) - rank(b));
}

/** Returns the prospero URL of a target. */
export function formatTargetUrl({ host, port, hsoname, version, fieldspecs }: Target): string {
  return format({
    host: formatUrlHost(host),
    port: port === DEFAULT_PORT ? undefined : port,
    hsoname,
    fieldspecs: [
      ...(version > 0 ? [{ fieldname: "OBJECT-VERSION", fieldvalue: String(version) }] : []),
      ...fieldspecs,
    ],
  });
}

/** Formats one method per line: its name, and its URL or the server's text. */
export function formatMethods(methods: readonly AccessMethod[]): string {
  return methods
    .map(({ method, url, words }) =>
      url === undefined ? words.filter((word) => word !== "").join(" ") : `${method} ${url}`,
    )
    .join("\n");
}
