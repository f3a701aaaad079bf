import * as core from "@anyurl/core/extract";
import { type Anyurl, createAnyurl } from "./create-anyurl.ts";
import type { FirstParty } from "./schemes.ts";

/**
 * The instance that the functions of this package share. Created by the first call, so that importing has no side
 * effects.
 */
let shared: Anyurl<FirstParty> | undefined;

function anyurl(): Anyurl<FirstParty> {
  shared ??= createAnyurl();
  return shared;
}

type Default = Anyurl<FirstParty>;

/** Parses a URL. @throws {UrlSyntaxError} the first problem; its `problems` has all of them. */
export const parse: Default["parse"] = (text, options) => anyurl().parse(text, options);

/** Parses a URL without throwing, and returns every problem, also warnings of a valid URL. */
export const tryParse: Default["tryParse"] = (text, options) => anyurl().tryParse(text, options);

/** Formats a URL from its decoded fields and escapes each as needed. @throws {UrlSyntaxError} */
export const format: Default["format"] = (scheme, init, options) => anyurl().format(scheme, init, options);

/**
 * Returns the normal form: a text that identifies the same resource and is its own normal form. @throws
 * {UrlSyntaxError}
 */
export const normalize: Default["normalize"] = (url, options) => anyurl().normalize(url, options);

/** Compares two URLs. The result lists the normalization steps, or the first difference. @throws {UrlSyntaxError} */
export const compare: Default["compare"] = (a, b, options) => anyurl().compare(a, b, options);

/** Checks a text by RFC 3986 and by RFC 1738, and returns every problem under both. */
export const check: Default["check"] = (text, options) => anyurl().check(text, options);

/** Resolves a reference (RFC 3986 §5.2). @throws {UrlSyntaxError} */
export const resolve: Default["resolve"] = (base, reference, options) =>
  anyurl().resolve(base, reference, options);

/** Describes the parts of a URL with their ranges and meanings. @throws {UrlSyntaxError} */
export const describe: Default["describe"] = (url) => anyurl().describe(url);

/**
 * Finds the URLs of all schemes in a text, in their order, and IRIs with a host in ASCII unless the option `iri` is
 * false. `extract` of `anyurl/lenient` also finds those with an international host. Nothing in the text is an error.
 */
export function extract(
  text: string,
  options?: core.ExtractOptions,
): Generator<core.ExtractedUrl, void, undefined> {
  return core.extract(text, anyurl(), { iri: true, ...options });
}

/** Returns the steps that opening the URL would take. Sends nothing. @throws {UrlSyntaxError | AccessError} */
export const plan: Default["plan"] = (url, operation, options) => anyurl().plan(url, operation, options);

/** Does the URL itself identify a directory or a menu, which `list` reads? @throws {UrlSyntaxError} */
export const isDirectory: Default["isDirectory"] = (url) => anyurl().isDirectory(url);

/** Downloads a resource; resolves when the response has started. Rejects with an AccessError. */
export const get: Default["get"] = ((...args: Parameters<Default["get"]>) =>
  anyurl().get(...args)) as Default["get"];

/** Lists the entries of a directory or menu. Rejects with an AccessError. */
export const list: Default["list"] = ((...args: Parameters<Default["list"]>) =>
  anyurl().list(...args)) as Default["list"];

/** Searches a resource for words and lists the results. Rejects with an AccessError. */
export const search: Default["search"] = ((...args: Parameters<Default["search"]>) =>
  anyurl().search(...args)) as Default["search"];

/** Returns the metadata of a resource without downloading it. Rejects with an AccessError. */
export const stat: Default["stat"] = ((...args: Parameters<Default["stat"]>) =>
  anyurl().stat(...args)) as Default["stat"];

/** Writes a resource, in place of an existing one. Rejects with an AccessError. */
export const put: Default["put"] = ((...args: Parameters<Default["put"]>) =>
  anyurl().put(...args)) as Default["put"];

/** Appends to a resource. Rejects with an AccessError. */
export const append: Default["append"] = ((...args: Parameters<Default["append"]>) =>
  anyurl().append(...args)) as Default["append"];

/** Copies a resource to another URL, of any two schemes. Rejects with an AccessError. */
export const copy: Default["copy"] = ((...args: Parameters<Default["copy"]>) =>
  anyurl().copy(...args)) as Default["copy"];

/** Removes a resource. Rejects with an AccessError. */
export const remove: Default["remove"] = ((...args: Parameters<Default["remove"]>) =>
  anyurl().remove(...args)) as Default["remove"];

/** Renames or moves a resource on the same server. Rejects with an AccessError. */
export const rename: Default["rename"] = ((...args: Parameters<Default["rename"]>) =>
  anyurl().rename(...args)) as Default["rename"];

/** Creates a directory. Rejects with an AccessError. */
export const makeDirectory: Default["makeDirectory"] = ((...args: Parameters<Default["makeDirectory"]>) =>
  anyurl().makeDirectory(...args)) as Default["makeDirectory"];

/** Sends the message that the URL drafts, or an article. Rejects with an AccessError. */
export const send: Default["send"] = ((...args: Parameters<Default["send"]>) =>
  anyurl().send(...args)) as Default["send"];

/** Sends a request; resolves with the response, whatever its status. Rejects with an AccessError. */
export const request: Default["request"] = ((...args: Parameters<Default["request"]>) =>
  anyurl().request(...args)) as Default["request"];

/** Opens a session that lasts until it is disposed. Rejects with an AccessError. */
export const open: Default["open"] = ((...args: Parameters<Default["open"]>) =>
  anyurl().open(...args)) as Default["open"];

/** Lists the entries of a directory and of everything below it. Rejects with an AccessError. */
export const walk: Default["walk"] = ((...args: Parameters<Default["walk"]>) =>
  anyurl().walk(...args)) as Default["walk"];

/** Makes a directory like another one, of any two schemes: copies what differs. Rejects with an AccessError. */
export const sync: Default["sync"] = ((...args: Parameters<Default["sync"]>) =>
  anyurl().sync(...args)) as Default["sync"];

/** Copies everything below a directory to another one, of any two schemes. Rejects with an AccessError. */
export const copyTree: Default["copyTree"] = ((...args: Parameters<Default["copyTree"]>) =>
  anyurl().copyTree(...args)) as Default["copyTree"];

/** A standard `fetch` for every scheme: replies of a server become a Response, errors too. */
export const fetch: Default["fetch"] = (input, init) => anyurl().fetch(input, init);

/** Returns a view for references relative to a base, with one login and its own connections. @throws {UrlSyntaxError} */
export const at: Default["at"] = ((...args: Parameters<Default["at"]>) =>
  anyurl().at(...args)) as Default["at"];
