import type { OptionDescription } from "@anyurl/core";
import type { HttpOptions } from "./options.ts";

/** What the options of http and https are. */
export const OPTIONS: Readonly<Record<keyof HttpOptions, OptionDescription>> = {
  fields: {
    type: "object",
    summary: 'header fields to send, as lines "name: value"; none of the connection or of the framing',
    cite: "RFC 9110 §6.3",
  },
  sensitive: {
    type: "list",
    summary: "names of such fields that hold a secret, besides authorization and cookie",
  },
  acceptEncoding: {
    type: "text",
    default: "gzip, deflate",
    summary: "the content codings to ask for, with commas between, or identity",
    cite: "RFC 9110 §12.5.3",
  },
  redirect: {
    type: "text",
    values: ["follow", "error", "manual"],
    default: "follow",
    summary: "of a redirect: go there, fail, or take it for the answer; a program may give a function",
    cite: "RFC 9110 §15.4",
  },
  ifMatch: {
    type: "text",
    summary: 'entity-tags, or "*": only if what is there is one of these',
    cite: "RFC 9110 §13.1.1",
  },
  ifNoneMatch: {
    type: "text",
    summary: 'entity-tags, or "*": only if what is there is none of these',
    cite: "RFC 9110 §13.1.2",
  },
  ifModifiedSince: {
    type: "date",
    summary: "only if it has changed since then",
    cite: "RFC 9110 §13.1.3",
  },
  ifUnmodifiedSince: {
    type: "date",
    summary: "only if it has not changed since then",
    cite: "RFC 9110 §13.1.4",
  },
  allowUserinfo: {
    type: "boolean",
    default: false,
    summary: "take a user and a password of the URL for a login, once the server asks",
    cite: "RFC 9110 §4.2.4",
  },
  length: {
    type: "number",
    summary: "octets that put or send is going to send, where they are known",
    cite: "RFC 9110 §8.6",
  },
  anyStatus: {
    type: "boolean",
    default: false,
    summary: "every status is an answer: get gives its content",
  },
  onResponse: {
    type: "callback",
    summary: "told of URL, status, reason and fields of the final response",
  },
};
