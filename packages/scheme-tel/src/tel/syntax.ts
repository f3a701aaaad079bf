import type { Report, Url } from "@anyurl/core";
import { checkOpaque, createFind, type TextRange } from "../parameters.ts";
import {
  checkSubscriber,
  formatSubscriber,
  normalizeSubscriber,
  parseSubscriber,
  type Subscriber,
  type SubscriberInit,
} from "../subscriber.ts";

/** The fields of a tel URL. */
export interface TelParts extends Subscriber {}

/** The fields from which a tel URL is built. */
export interface TelInit extends SubscriberInit {
  readonly scheme?: "tel";
}

export type TelUrl = Url<"tel", TelParts>;

/**
 * Checks `tel:<number>;ext=<digits>;isub=<text>;phone-context=<context>;<name>=<value>`.
 *
 * Reports bad-field, authority-not-allowed, query-not-allowed, and fragment-not-allowed.
 */
export function check(url: Url, report: Report): void {
  const find = createFind(report, "RFC 3966 §3");
  checkOpaque(url, find, {});
  if (url.offsets.hostStart < 0) checkSubscriber(url.href, getPath(url), find);
}

/** Reads the fields of a checked URL. */
export function parse(url: Url): TelParts {
  return parseSubscriber(url.href, getPath(url));
}

/** Formats a tel URL. The inverse of {@link parse}. @throws {UrlSyntaxError} bad-field: a field that is not valid. */
export function format(init: TelInit): string {
  return `tel:${formatSubscriber(init)}`;
}

/** Returns the normal form, which decides equivalence (RFC 3966 §4). */
export function normalize(url: TelUrl): string {
  return `tel:${normalizeSubscriber(url.parts)}`;
}

/** Returns the range of the path. */
export function getPath({ offsets: { pathStart, pathEnd } }: Url): TextRange {
  return [pathStart, pathEnd];
}
