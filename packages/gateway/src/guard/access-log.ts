import { displayText } from "@anyurl/core";
import { truncateAddress } from "./client-key.ts";

/** The log record of one request. */
export interface AccessRecord {
  /** The start of the request, ISO 8601. */
  readonly time: string;
  readonly method: string;
  /** The URL, without user and password, and with the names of the query only. For the gateway's own pages the path. */
  readonly target: string;
  readonly status: number;
  /** Bytes of content that were sent. */
  readonly octets: number;
  /** Milliseconds until the response was sent, or until the client disconnected. */
  readonly ms: number;
  /** The client's address: truncated, complete, or absent, as the option `logAddresses` says. */
  readonly client?: string;
  readonly cache?: string;
  /** The error code, if the gateway rejected the request. */
  readonly refused?: string;
  /** The response is truncated: the origin server failed, or the client disconnected. */
  readonly cut?: true;
}

/** Formats a record as one line of JSON, without terminal control characters. */
export function formatAccessRecord(record: AccessRecord): string {
  return `${JSON.stringify(record)}\n`;
}

export function formatLogAddress(
  address: string | undefined,
  how: "shortened" | "whole" | "none",
): string | undefined {
  if (address === undefined || how === "none") return undefined;
  return how === "whole" ? displayText(address).slice(0, 64) : truncateAddress(address);
}

/** Maximum length of a logged target, in characters. */
const MAX_TARGET_LENGTH = 500;

/** Search terms in a path: in Gopher they follow "%09". */
const GOPHER_SEARCH_TERMS = /%09.*$/i;

/**
 * Redacts a target for the log. Search terms are for the server only, so the log does not contain them.
 */
export function redactTarget(href: string): string {
  const [, scheme = "", authority, behind = ""] =
    /^([a-z][a-z0-9+.-]*:)(?:\/\/([^/?#]*))?(.*)$/is.exec(href) ?? [];
  if (scheme === "") return "";
  const host = authority?.slice(authority.lastIndexOf("@") + 1);
  const withoutFragment = behind.split("#", 1)[0]!;
  const at = withoutFragment.indexOf("?");
  const path = (at < 0 ? withoutFragment : withoutFragment.slice(0, at)).replace(
    GOPHER_SEARCH_TERMS,
    "%09***",
  );
  const query = at < 0 ? "" : `?${redactQuery(withoutFragment.slice(at + 1))}`;
  const shown = `${scheme}${host === undefined ? "" : `//${host}`}${path}${query}`;
  return displayText(shown).slice(0, MAX_TARGET_LENGTH);
}

function redactQuery(query: string): string {
  return query
    .split("&")
    .slice(0, 20)
    .map((pair) => (pair.includes("=") ? `${pair.split("=", 1)[0]}=***` : pair === "" ? "" : "***"))
    .join("&");
}
