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

/** What a search with these words finds. Rejects with an AccessError. */
export const search: Default["search"] = ((...args: Parameters<Default["search"]>) =>
  anyurl().search(...args)) as Default["search"];

/** What is known of the resource without fetching it. Rejects with an AccessError. */
export const stat: Default["stat"] = ((...args: Parameters<Default["stat"]>) =>
  anyurl().stat(...args)) as Default["stat"];

/** Writes in place of what was there. Rejects with an AccessError. */
export const put: Default["put"] = ((...args: Parameters<Default["put"]>) =>
  anyurl().put(...args)) as Default["put"];

/** Writes behind what is there. Rejects with an AccessError. */
export const append: Default["append"] = ((...args: Parameters<Default["append"]>) =>
  anyurl().append(...args)) as Default["append"];

/** Writes what one URL names to another one, of any two schemes. Rejects with an AccessError. */
export const copy: Default["copy"] = ((...args: Parameters<Default["copy"]>) =>
  anyurl().copy(...args)) as Default["copy"];

/** Removes what the URL names. Rejects with an AccessError. */
export const remove: Default["remove"] = ((...args: Parameters<Default["remove"]>) =>
  anyurl().remove(...args)) as Default["remove"];

/** Gives it another name, on the same server. Rejects with an AccessError. */
export const rename: Default["rename"] = ((...args: Parameters<Default["rename"]>) =>
  anyurl().rename(...args)) as Default["rename"];

/** Makes a directory. Rejects with an AccessError. */
export const makeDirectory: Default["makeDirectory"] = ((...args: Parameters<Default["makeDirectory"]>) =>
  anyurl().makeDirectory(...args)) as Default["makeDirectory"];

/** Sends the message that the URL drafts, or an article. Rejects with an AccessError. */
export const send: Default["send"] = ((...args: Parameters<Default["send"]>) =>
  anyurl().send(...args)) as Default["send"];

/** A session that lasts until it is disposed of. Rejects with an AccessError. */
export const open: Default["open"] = ((...args: Parameters<Default["open"]>) =>
  anyurl().open(...args)) as Default["open"];

/** The entries of a directory, and of all that are below it. Rejects with an AccessError. */
export const walk: Default["walk"] = ((...args: Parameters<Default["walk"]>) =>
  anyurl().walk(...args)) as Default["walk"];

/** Copies all that is below a directory into another one, of any two schemes. Rejects with an AccessError. */
export const copyTree: Default["copyTree"] = ((...args: Parameters<Default["copyTree"]>) =>
  anyurl().copyTree(...args)) as Default["copyTree"];

/** A standard `fetch` for every scheme: what a server says becomes a Response, for errors too. */
export const fetch: Default["fetch"] = (input, init) => anyurl().fetch(input, init);
