import { contentSize } from "../library/content.ts";
import type { ProsperoObject, ProsperoServerState } from "./server-state.ts";
import { formatLine, quote, type Tokens } from "./text.ts";
import { parseProsperoUrl, toAccessMethod } from "./url.ts";

/** Formats one entry of a directory: its LINK line and its attributes. */
export function* formatLink(
  name: string,
  object: ProsperoObject,
  world: ProsperoServerState,
  attributes: boolean,
  linktype: "L" | "U" = "L",
): Generator<Uint8Array, void> {
  const { target, place } = getLinkTarget(object, world);
  // Two spaces, as in all implementations.
  yield formatLine("LINK ", linktype, target, quote(name), ...place, "0");
  if (target === "EXTERNAL" || attributes) {
    for (const tokens of listMethods(object, world))
      yield formatLine("ATTRIBUTE", "CACHED", "FIELD", "ACCESS-METHOD", ...tokens);
  }
  if (attributes)
    for (const tokens of listAttributes(object)) yield formatLine("ATTRIBUTE", "CACHED", "FIELD", ...tokens);
}

/** Formats the attributes of an object. */
export function* formatAttributes(
  object: ProsperoObject,
  world: ProsperoServerState,
): Generator<Uint8Array, void> {
  const start = ["ATTRIBUTE", "OBJECT", "INTRINSIC"] as const;
  for (const [name, ...values] of listAttributes(object))
    yield formatLine(...start, name!, "SEQUENCE", ...values);
  for (const tokens of listMethods(object, world))
    yield formatLine(...start, "ACCESS-METHOD", "SEQUENCE", ...tokens);
}

/** Formats the referral to another server. */
export function formatForward(url: string): Tokens {
  return ["FORWARDED", ...(parseProsperoUrl(url) ?? []).map(quote), "0"];
}

interface LinkTarget {
  readonly target: string;
  /** Quoted. */
  readonly place: Tokens;
}

function getLinkTarget(object: ProsperoObject, { here }: ProsperoServerState): LinkTarget {
  if (object.kind !== "elsewhere") {
    const place = ["INTERNET-D", here, "ASCII", object.hsoname].map(quote);
    return { target: object.kind === "directory" ? "DIRECTORY" : "FILE", place };
  }
  const url = object.elsewhere.urls[0]!;
  const there = parseProsperoUrl(url);
  if (there !== undefined) return { target: "DIRECTORY", place: there.map(quote) };
  return { target: "EXTERNAL", place: toAccessMethod(url)!.place.map(quote) };
}

const EMPTY_PLACE: Tokens = ["''", "''", "''", "''"];

/** Yields the access methods of the object, each quoted. LOCAL is included, as servers of the time did. */
function* listMethods(object: ProsperoObject, { contents }: ProsperoServerState): Generator<Tokens, void> {
  if (object.kind === "document") {
    if (contents) yield ["PROSPERO-CONTENTS", ...EMPTY_PLACE];
    yield ["LOCAL", ...EMPTY_PLACE];
  }
  if (object.kind !== "elsewhere") return;
  for (const url of object.elsewhere.urls) {
    const method = toAccessMethod(url);
    if (method !== undefined) yield [method.method, ...[...method.place, ...method.more].map(quote)];
  }
}

function* listAttributes(object: ProsperoObject): Generator<Tokens, void> {
  const node =
    object.kind === "document" ? object.document : object.kind === "directory" ? object.folder : undefined;
  if (object.kind === "document") yield ["SIZE", quote(`${contentSize(object.document.content)} bytes`)];
  if (node !== undefined) yield ["LAST-MODIFIED", node.modified.toISOString().replace(/\.\d+|[-:T]/g, "")];
  if (object.kind !== "elsewhere")
    yield ["UNIX-MODES", object.kind === "directory" ? "drwxr-xr-x" : "-rw-r--r--"];
}
