import { describe, expect, it } from "vitest";
import {
  createParser,
  createRegistry,
  parse,
  parseReference,
  type Registry,
  tryParse,
} from "../../src/index.ts";
import { ftp } from "../schemes.ts";

/* JavaScript callers may pass anything as a URL. A wrong argument is a TypeError (docs/errors.md) that says what is expected. */

const urls: Registry = createRegistry(ftp);
const BASE = "ftp://h.example/";

const NO_TEXTS: readonly (readonly [shown: string, value: unknown])[] = [
  ["undefined", undefined],
  ["null", null],
  ["5", 5],
  ["true", true],
  ["5n", 5n],
  ["a symbol", Symbol("x")],
  ["{}", {}],
  ["{ href: 5 }", { href: 5 }],
  ["[]", []],
  ["a list of a URL", [BASE]],
  ["a function", () => BASE],
  ["bytes", new Uint8Array(3)],
];

/** A URL object of the platform is an object, not a text. */
const OBJECTS: readonly (readonly [shown: string, value: unknown])[] = [
  ["a String", new String(BASE)],
  ["a URL of the platform", new URL(BASE)],
];

type Read = (text: any) => unknown;

const READS_TEXT: readonly (readonly [name: string, read: Read])[] = [
  ["parse of a registry", (text) => urls.parse(text)],
  ["parse by RFC 1738", (text) => urls.parse(text, { profile: "rfc1738" })],
  ["tryParse of a registry", (text) => urls.tryParse(text)],
  ["tryParse by RFC 1738", (text) => urls.tryParse(text, { profile: "rfc1738" })],
  ["check", (text) => urls.check(text)],
  ["resolve, of a reference", (text) => urls.resolve(BASE, text)],
  ["parse of a parser", (text) => createParser(ftp).parse(text)],
  ["tryParse of a parser", (text) => createParser(ftp).tryParse(text)],
  ["parse without schemes", parse],
  ["tryParse without schemes", tryParse],
  ["parseReference", parseReference],
];

const READS_URL: readonly (readonly [name: string, read: Read])[] = [
  ["normalize", (url) => urls.normalize(url)],
  ["compare, of the first", (url) => urls.compare(url, BASE)],
  ["compare, of the second", (url) => urls.compare(BASE, url)],
  ["resolve, of a base", (url) => urls.resolve(url, "a")],
  ["describe", (url) => urls.describe(url)],
  ["plan", (url) => urls.plan(url)],
  ["isDirectory", (url) => urls.isDirectory(url)],
];

const EXPECTED = new TypeError("invalid URL: expected text");

describe.each([...READS_TEXT, ...READS_URL])("%s", (_, read) => {
  it.each(NO_TEXTS)("rejects %s with a TypeError that says what it expects", (_, value) => {
    expect(() => read(value)).toThrow(EXPECTED);
  });
});

describe.each(READS_TEXT)("%s", (_, read) => {
  it.each(OBJECTS)("rejects %s", (_, value) => {
    expect(() => read(value)).toThrow(EXPECTED);
  });
});
