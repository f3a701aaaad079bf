import { sizeOf } from "../library/content.ts";
import type { ProsperoObject, ProsperoWorld } from "./server-state.ts";
import { line, quote, type Tokens } from "./text.ts";
import { methodOf, prosperoPlace } from "./url.ts";

/** Formats one entry of a directory: its LINK line and its attributes. */
export function* linkLines(
  name: string,
  object: ProsperoObject,
  world: ProsperoWorld,
  attributes: boolean,
  linktype: "L" | "U" = "L",
): Generator<Uint8Array, void> {
  const { target, place } = leadsTo(object, world);
  // Two spaces, as in all implementations.
  yield line("LINK ", linktype, target, quote(name), ...place, "0");
  if (target === "EXTERNAL" || attributes) {
    for (const tokens of methodsOf(object, world))
      yield line("ATTRIBUTE", "CACHED", "FIELD", "ACCESS-METHOD", ...tokens);
  }
  if (attributes) for (const tokens of factsOf(object)) yield line("ATTRIBUTE", "CACHED", "FIELD", ...tokens);
}

/** Formats the attributes of an object. */
export function* attributeLines(object: ProsperoObject, world: ProsperoWorld): Generator<Uint8Array, void> {
  const start = ["ATTRIBUTE", "OBJECT", "INTRINSIC"] as const;
  for (const [name, ...values] of factsOf(object)) yield line(...start, name!, "SEQUENCE", ...values);
  for (const tokens of methodsOf(object, world)) yield line(...start, "ACCESS-METHOD", "SEQUENCE", ...tokens);
}

/** Formats the referral to another server. */
export function forwardedLine(url: string): Tokens {
  return ["FORWARDED", ...(prosperoPlace(url) ?? []).map(quote), "0"];
}

interface Leads {
  readonly target: string;
  /** Quoted. */
  readonly place: Tokens;
}

function leadsTo(object: ProsperoObject, { here }: ProsperoWorld): Leads {
  if (object.kind !== "elsewhere") {
    const place = ["INTERNET-D", here, "ASCII", object.hsoname].map(quote);
    return { target: object.kind === "directory" ? "DIRECTORY" : "FILE", place };
  }
  const url = object.elsewhere.urls[0]!;
  const there = prosperoPlace(url);
  if (there !== undefined) return { target: "DIRECTORY", place: there.map(quote) };
  return { target: "EXTERNAL", place: methodOf(url)!.place.map(quote) };
}

const ITSELF: Tokens = ["''", "''", "''", "''"];

/** Yields the access methods of the object, each quoted. LOCAL is included, as servers of the time did. */
function* methodsOf(object: ProsperoObject, { contents }: ProsperoWorld): Generator<Tokens, void> {
  if (object.kind === "document") {
    if (contents) yield ["PROSPERO-CONTENTS", ...ITSELF];
    yield ["LOCAL", ...ITSELF];
  }
  if (object.kind !== "elsewhere") return;
  for (const url of object.elsewhere.urls) {
    const method = methodOf(url);
    if (method !== undefined) yield [method.method, ...[...method.place, ...method.more].map(quote)];
  }
}

function* factsOf(object: ProsperoObject): Generator<Tokens, void> {
  const node =
    object.kind === "document" ? object.document : object.kind === "directory" ? object.folder : undefined;
  if (object.kind === "document") yield ["SIZE", quote(`${sizeOf(object.document.content)} bytes`)];
  if (node !== undefined) yield ["LAST-MODIFIED", node.modified.toISOString().replace(/\.\d+|[-:T]/g, "")];
  if (object.kind !== "elsewhere")
    yield ["UNIX-MODES", object.kind === "directory" ? "drwxr-xr-x" : "-rw-r--r--"];
}
