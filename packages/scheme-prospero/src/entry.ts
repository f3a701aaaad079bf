import type { Entry, EntryKind } from "@anyurl/core";
import { type AccessMethod, accessMethodsOf } from "./access-method.ts";
import { factsOf } from "./facts.ts";
import { bracketed, hostportOf } from "./hostport.ts";
import type { Link, ObjectName } from "./reply.ts";
import { type Target, versionOf } from "./request.ts";
import { DEFAULT_PORT, format } from "./syntax.ts";

/**
 * A link as an entry. An EXTERNAL one has the URL of an access method, and never one of Prospero (RFC 1738 §3.11): the
 * first that is preferred, else the first that has one.
 */
export function entryOf(link: Link, preferred: readonly string[]): Entry {
  const { name, target, destExp, object, attributes } = link;
  const { size, modified, others } = factsOf(attributes);
  const methods = accessMethodsOf(attributes, object);
  const shown = {
    ...others,
    ...(methods.length > 0 && { "ACCESS-METHOD": writtenMethods(methods) }),
    ...(target !== "" && { TARGET: target }),
    ...(destExp !== undefined && { "DEST-EXP": destExp }),
  };
  return {
    name,
    kind: kindOf(target),
    ...placeOf(link, methods, preferred),
    ...(size !== undefined && { size }),
    ...(modified !== undefined && { modified }),
    attributes: shown,
  };
}

/** What a link leads to, as something to ask a Prospero server for; a reason where it cannot be. */
export function targetOfObject(object: ObjectName): Target | string {
  const { hostType, host, hsonameType, hsoname, version } = object;
  if (hostType !== "INTERNET-D") return `its host is of the type ${hostType}`;
  if (hsonameType !== "ASCII") return `its name is of the type ${hsonameType}`;
  const hostport = hostportOf(host);
  if (hostport === undefined) return "its host or port is none";
  if (/[\0\r\n]/.test(hsoname)) return "its name holds NUL, CR or LF";
  const number = versionOf(version);
  if (number === undefined) return "its version is no number";
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

function kindOf(target: string): EntryKind {
  return KINDS.get(target) ?? "unknown";
}

/** Names in a virtual system, forwarding pointers, and what we may not see: no server could be asked for them. */
const UNREACHABLE: ReadonlyMap<string, string> = new Map([
  ["SYMBOLIC", "it is a name in somebody's virtual system"],
  ["FP", "it only points to where it has gone"],
  ["NULL", "the server does not let us see it"],
]);

function placeOf(
  { linktype, target, object }: Link,
  methods: readonly AccessMethod[],
  preferred: readonly string[],
): Pick<Entry, "url" | "unsafe"> {
  const why = linktype !== "L" && linktype !== "U" ? "its kind of link is unknown" : UNREACHABLE.get(target);
  if (why !== undefined) return { url: undefined, unsafe: why };
  if (target === "EXTERNAL") {
    const url = inOrder(methods, preferred).find((method) => method.url !== undefined)?.url;
    return url === undefined ? { url, unsafe: "no access method of it has a URL" } : { url };
  }
  const named = targetOfObject(object);
  return typeof named === "string" ? { url: undefined, unsafe: named } : { url: urlOf(named) };
}

/** The preferred ones in the order of preference, each as often as it is there; then the others. */
export function inOrder(
  methods: readonly AccessMethod[],
  preferred: readonly string[],
): readonly AccessMethod[] {
  const rank = ({ method }: AccessMethod) => {
    const at = preferred.indexOf(method);
    return at < 0 ? preferred.length : at;
  };
  return [...methods].sort((a, b) => rank(a) - rank(b));
}

/** The prospero URL of a target. */
export function urlOf({ host, port, hsoname, version, fieldspecs }: Target): string {
  return format({
    host: bracketed(host),
    port: port === DEFAULT_PORT ? undefined : port,
    hsoname,
    fieldspecs: [
      ...(version > 0 ? [{ fieldname: "OBJECT-VERSION", fieldvalue: String(version) }] : []),
      ...fieldspecs,
    ],
  });
}

/** One a line: its name, and its URL or what the server says of it. */
export function writtenMethods(methods: readonly AccessMethod[]): string {
  return methods
    .map(({ method, url, words }) =>
      url === undefined ? words.filter((word) => word !== "").join(" ") : `${method} ${url}`,
    )
    .join("\n");
}
