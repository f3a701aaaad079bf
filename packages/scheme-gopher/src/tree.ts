import { decodeText, type Entry, parsePort, parse as parseUrl } from "@anyurl/core";
import type { IndexedEntry, TreeStyle } from "@anyurl/core/presentation";
import { SESSION_PORT } from "./session.ts";
import { DEFAULT_PORT, type GopherUrl, parse } from "./syntax.ts";

/** A copy of a menu is a directory with a gophermap, which a server such as Gophernicus serves as the same menu. */
export const TREE: TreeStyle<GopherUrl> = {
  path: ({ parts: { selector, search } }) => [
    ...selector.split("/").filter((segment) => segment !== ""),
    ...(search === undefined || search === "" ? [] : [search]),
  ],
  index: {
    name: "gophermap",
    write: (entries, directory) => entries.map((each) => `${formatLine(each, directory)}\n`).join(""),
  },
};

/** The fields of a line after the display string. Without host and port, the item is on the server itself. */
type Place = readonly [selector: string, host?: string, port?: string];

/** What servers write for lines without a resource. */
const NOWHERE: Place = ["", "null.host", "1"];

/** Types that servers of gophermaps take as instructions: one of them runs a program. */
const INSTRUCTIONS = /^[#!\-~%=*.]$/;

function formatLine({ entry, copy }: IndexedEntry, directory: readonly string[]): string {
  const { name, kind, url } = entry;
  const asked = entry.attributes?.["gophertype"] ?? "i";
  // A bitmap of Gopher+ (":") would also be an instruction.
  const gophertype = asked === ":" ? "I" : asked;
  const text = name.replace(/[\t\r\n\0]/g, " ");
  if (url === undefined || INSTRUCTIONS.test(gophertype)) {
    const type = kind === "error" && gophertype === "3" ? "3" : "i";
    return [`${type}${text}`, ...NOWHERE].join("\t");
  }
  const place = copy === undefined ? findPlace(entry, url) : [toSelector(copy, directory)];
  return [`${gophertype}${text}`, ...place].join("\t");
}

/** A selector without "/" at its beginning is relative to the directory of the gophermap. */
function toSelector(copy: readonly string[], directory: readonly string[]): string {
  const isInside = copy.length === directory.length + 1 && directory.every((name, i) => name === copy[i]);
  return isInside ? copy.at(-1)! : `/${copy.join("/")}`;
}

/** Returns where the resource of an entry is. */
function findPlace({ attributes }: Entry, text: string): Place {
  const url = parseUrl(text);
  const host = (url.host ?? "").replace(/^\[|\]$/g, "");
  const port = parsePort(url.port);
  switch (url.scheme) {
    case "gopher":
    case "gophers":
      return [parse(url).selector, host, String(port ?? DEFAULT_PORT)];
    case "telnet":
    case "tn3270":
      return [decodeText(url.user ?? ""), host, String(port ?? SESSION_PORT)];
    default:
      return attributes?.["gophertype"] === "h" ? [`URL:${text}`] : NOWHERE;
  }
}
