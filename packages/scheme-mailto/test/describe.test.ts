import { createRegistry, type Profile } from "@anyurl/core";
import { explain } from "@anyurl/core/explain";
import { expect, it } from "vitest";
import { mailto } from "../src/index.ts";

const urls = createRegistry(mailto);

/** Returns the parts after the scheme: their name, text as written, decoded value, and meaning. */
const partsOf = (text: string, profile: Profile = "rfc3986") =>
  explain(text, urls, { profile })
    .parts.filter(({ kind }) => kind === "component")
    .map(({ name, raw, value, meaning, cite }) => [name, raw, value, meaning, cite])
    .slice(1);

const local = (i: number, raw: string, value = raw) =>
  [`to[${i}].localPart`, raw, value, "the mailbox name in its domain", "RFC 6068 §2"] as const;
const domain = (i: number, raw: string, value = raw) =>
  [`to[${i}].domain`, raw, value, "the domain of the recipient", "RFC 6068 §2"] as const;
const name = (i: number, raw: string, meaning: string) =>
  [`hfields[${i}].hfname`, raw, raw, meaning, "RFC 6068 §4"] as const;
const value = (i: number, raw: string, decoded = raw, meaning = "the value of the field") =>
  [`hfields[${i}].hfvalue`, raw, decoded, meaning, "RFC 6068 §2"] as const;
const empty = (i: number) =>
  [`empty[${i}]`, "", "", "an empty header field, which is ignored", "RFC 6068 §2"] as const;

it.each<[url: string, parts: readonly (readonly string[])[]]>([
  ["mailto:", []],
  ["mailto:?", [empty(0)]],
  ["mailto:a@b?&", [local(0, "a"), domain(0, "b"), empty(0), empty(1)]],
  [
    "mailto:a@b,%22c%40d@e%22@f%C3%BC",
    [local(0, "a"), domain(0, "b"), local(1, "%22c%40d@e%22", '"c@d@e"'), domain(1, "f%C3%BC", "fü")],
  ],
  [
    "mailto:a@b,c@d?cc=e,f@g#h,i&j=k",
    [
      ...[local(0, "a"), domain(0, "b"), local(1, "c"), domain(1, "d")],
      ...[name(0, "cc", "recipients of a copy"), value(0, "e,f@g")],
      ["fragment", "h,i&j=k", "h,i&j=k", "ignored", "RFC 3986 §3.5"],
    ],
  ],
  [
    "mailto:?To=f@g&&bcc=&&Subject=a=b%41",
    [
      ...[name(0, "To", "further recipients"), value(0, "f@g"), empty(0)],
      ...[name(1, "bcc", "recipients of a hidden copy"), value(1, ""), empty(1)],
      ...[name(2, "Subject", "the subject of the message"), value(2, "a=b%41", "a=bA")],
    ],
  ],
  [
    "mailto:?BODY=x&in-reply-to=y&references=z&keywords=k&comments=",
    [
      ...[name(0, "BODY", "the text of the message"), value(0, "x")],
      ...[name(1, "in-reply-to", "the message that this one replies to"), value(1, "y")],
      ...[name(2, "references", "the earlier messages of the thread"), value(2, "z")],
      ...[name(3, "keywords", "a field of the message"), value(3, "k")],
      ...[name(4, "comments", "a field of the message"), value(4, "")],
    ],
  ],
  [
    "mailto:?From=x",
    [
      name(0, "From", "a field that is not added to the message"),
      value(0, "x", "x", "the value of the field, which is ignored"),
    ],
  ],
])("%s has recipients, header fields, and a meaning for each (RFC 6068 §2)", (text, parts) => {
  expect(partsOf(text)).toEqual(parts);
});

it.each<[url: string, parts: readonly (readonly string[])[]]>([
  ["mailto:a?b=c&d%40e", [local(0, "a?b=c&d"), domain(0, "e")]],
  ["mailto:%22a@b,c%22@d", [local(0, "%22a@b,c%22", '"a@b,c"'), domain(0, "d")]],
  ["mailto:a@b?c&d", [local(0, "a"), domain(0, "b?c&d")]],
])("%s has one recipient, up to the end of the URL, by RFC 1738 §3.5", (text, parts) => {
  expect(partsOf(text, "rfc1738")).toEqual(parts);
});
