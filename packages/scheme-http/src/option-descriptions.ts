import type { OptionDescription } from "@anyurl/core";
import type { HttpOptions } from "./options.ts";

/** Descriptions of the options of http and https. */
export const OPTIONS: Readonly<Record<keyof HttpOptions, OptionDescription>> = {
  fields: {
    type: "object",
    summary: 'header fields to send, as lines "name: value"; not those of the connection or of the framing',
    cite: "RFC 9110 §6.3",
  },
  sensitive: {
    type: "list",
    summary: "names of such fields that are secret, in addition to authorization and cookie",
  },
  acceptEncoding: {
    type: "text",
    default: "gzip, deflate",
    summary: "the content codings to request, separated by commas, or identity",
    cite: "RFC 9110 §12.5.3",
  },
  redirect: {
    type: "text",
    values: ["follow", "error", "manual"],
    default: "follow",
    summary: "follow redirects, fail, or return the redirect as the response; a program can set a function",
    cite: "RFC 9110 §15.4",
  },
  ifMatch: {
    type: "text",
    summary: 'entity-tags, or "*": only if the resource matches one of them',
    cite: "RFC 9110 §13.1.1",
  },
  ifNoneMatch: {
    type: "text",
    summary: 'entity-tags, or "*": only if the resource matches none of them',
    cite: "RFC 9110 §13.1.2",
  },
  ifModifiedSince: {
    type: "date",
    summary: "only if the resource has changed since then",
    cite: "RFC 9110 §13.1.3",
  },
  ifUnmodifiedSince: {
    type: "date",
    summary: "only if the resource has not changed since then",
    cite: "RFC 9110 §13.1.4",
  },
  allowUserinfo: {
    type: "boolean",
    default: false,
    summary: "use a user and password of the URL as the login, after the server requires one",
    cite: "RFC 9110 §4.2.4",
  },
  length: {
    type: "number",
    summary: "the size in bytes of the body of put or send, if known",
    cite: "RFC 9110 §8.6",
  },
  anyStatus: {
    type: "boolean",
    default: false,
    summary: "return the content of every response, whatever its status",
  },
  onResponse: {
    type: "callback",
    summary: "called with URL, status, reason, and fields of the final response",
  },
};
