import { type Anyurl, createAnyurl } from "./create-anyurl.ts";
import type { FirstParty } from "./schemes.ts";

/** The one that the functions of this package share. Made by the first call, so that importing does nothing. */
let shared: Anyurl<FirstParty> | undefined;

function anyurl(): Anyurl<FirstParty> {
  shared ??= createAnyurl();
  return shared;
}

type Default = Anyurl<FirstParty>;

/** Reads a URL. @throws {UrlSyntaxError} the first problem; its `problems` has them all. */
export const parse: Default["parse"] = (text, options) => anyurl().parse(text, options);

/** Reads a URL without throwing, and gives every problem; warnings too when it succeeds. */
export const tryParse: Default["tryParse"] = (text, options) => anyurl().tryParse(text, options);

/** Writes a URL of its decoded fields, each escaped for its place. @throws {UrlSyntaxError} */
export const format: Default["format"] = (scheme, init, options) => anyurl().format(scheme, init, options);

/** The normal form: another text for the same thing, and its own normal form. @throws {UrlSyntaxError} */
export const normalize: Default["normalize"] = (url, options) => anyurl().normalize(url, options);

/** Are two URLs the same? With the steps that led there, or the place where they part. @throws {UrlSyntaxError} */
export const compare: Default["compare"] = (a, b, options) => anyurl().compare(a, b, options);

/** What RFC 3986 and RFC 1738 make of a text, with every problem under both. */
export const check: Default["check"] = (text, options) => anyurl().check(text, options);

/** The target of a reference (RFC 3986 §5.2). @throws {UrlSyntaxError} */
export const resolve: Default["resolve"] = (base, reference, options) =>
  anyurl().resolve(base, reference, options);

/** The parts of a URL, where each stands and what it means. @throws {UrlSyntaxError} */
export const describe: Default["describe"] = (url) => anyurl().describe(url);

/** What opening the URL would send. Nothing is sent. @throws {UrlSyntaxError | AccessError} */
export const plan: Default["plan"] = (url, operation, options) => anyurl().plan(url, operation, options);

/** Does the URL itself say that it names a directory or a menu, which `list` reads? @throws {UrlSyntaxError} */
export const isDirectory: Default["isDirectory"] = (url) => anyurl().isDirectory(url);

/** Fetches what the URL names; resolves once the server has begun to answer. Rejects with an AccessError. */
export const get: Default["get"] = ((...args: Parameters<Default["get"]>) =>
  anyurl().get(...args)) as Default["get"];

/** The entries of the directory or menu that the URL names. Rejects with an AccessError. */
export const list: Default["list"] = ((...args: Parameters<Default["list"]>) =>
  anyurl().list(...args)) as Default["list"];
