import { displayText } from "@anyurl/core";
import { shortenedAddress } from "./client-key.ts";

/** One request that was answered. */
export interface AccessRecord {
  /** ISO 8601, when it came. */
  readonly time: string;
  readonly method: string;
  /** What was opened; no user, no password, and of a query the names alone. For the gateway's own pages the path. */
  readonly target: string;
  readonly status: number;
  /** Of the content, as far as it was sent. */
  readonly octets: number;
  /** Milliseconds until all was sent, or the client was gone. */
  readonly ms: number;
  /** The first bits of the client's address, all of it, or nothing: as the option `logAddresses` has it. */
  readonly client?: string;
  readonly cache?: string;
  /** Why it was refused. */
  readonly refused?: string;
  /** It was cut short: by the server behind, or by the client. */
  readonly cut?: true;
}

/** What is kept of a client's address. */
export type LoggedAddress = "shortened" | "whole" | "none";

/** One line of JSON, with nothing in it that acts on a terminal. */
export function accessLine(record: AccessRecord): string {
  return `${JSON.stringify(record)}\n`;
}

export function loggedAddress(address: string | undefined, how: LoggedAddress): string | undefined {
  if (address === undefined || how === "none") return undefined;
  return how === "whole" ? displayText(address).slice(0, 64) : shortenedAddress(address);
}

/** Characters of a target that are kept. */
const MAX_TARGET = 500;

/** The words of a search that stand in a path: of Gopher behind "%09". */
const SEARCHED = /%09.*$/i;

/**
 * A target as it may be kept: whoever searches for something tells it to the server, and not to the one who reads
 * the log.
 */
export function loggedTarget(href: string): string {
  const [, scheme = "", authority, behind = ""] =
    /^([a-z][a-z0-9+.-]*:)(?:\/\/([^/?#]*))?(.*)$/is.exec(href) ?? [];
  if (scheme === "") return "";
  const host = authority?.slice(authority.lastIndexOf("@") + 1);
  const withoutFragment = behind.split("#", 1)[0]!;
  const at = withoutFragment.indexOf("?");
  const path = (at < 0 ? withoutFragment : withoutFragment.slice(0, at)).replace(SEARCHED, "%09***");
  const query = at < 0 ? "" : `?${withoutValues(withoutFragment.slice(at + 1))}`;
  const shown = `${scheme}${host === undefined ? "" : `//${host}`}${path}${query}`;
  return displayText(shown).slice(0, MAX_TARGET);
}

function withoutValues(query: string): string {
  return query
    .split("&")
    .slice(0, 20)
    .map((pair) => (pair.includes("=") ? `${pair.split("=", 1)[0]}=***` : pair === "" ? "" : "***"))
    .join("&");
}
