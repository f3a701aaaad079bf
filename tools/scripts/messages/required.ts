import { looksLikeProse } from "./prose.ts";

/** Texts that no source of ours has: commander prints them, or they are put together. */
export const OUTSIDE: readonly string[] = [
  ...["Usage:", "Options:", "Commands:", "Arguments:", "Network options:", "[options]"],
  "unknown command '{0}'",
  "unknown command '{0}'\n(Did you mean {1}?)",
  "unknown option '{0}'",
  "unknown option '{0}'\n(Did you mean {1}?)",
  "missing required argument '{0}'",
  "option '{0}' argument missing",
  "option '{0}' argument '{1}' is invalid. {2}",
  "Allowed choices are {0}.",
  "too many arguments for '{0}'. Expected {1} argument but got {2}.",
  "too many arguments for '{0}'. Expected {1} arguments but got {2}.",
  // The type of a Gopher item, if the URL has none.
  "{0}, the default",
  // At the end of the description of an option.
  "repeatable",
  // Of the registry of IANA.
  "reserved by RFC 1738 §4, which does not define its syntax",
  "use {0} (RFC {1})",
  // Put together by irc.
  "the replies exceed the limit of {0} bytes",
  "the server sent more PINGs than the limit of {0}",
  "the channel has more users than the limit of {0}",
  "the server has more channels than the limit of {0}",
];

/**
 * Must the text have a translation? Everything that the command and the pages say themselves, the summaries of commands,
 * and what any package says.
 */
export function isRequired(file: string, source: string, offset: number, text: string): boolean {
  const before = source.slice(Math.max(0, offset - 40), offset);
  if (/\bsay\(\s*$/.test(before)) return /[a-z]/i.test(text.replace(/\{\d\}/g, ""));
  if (/packages\/cli\/src\/verbs\/verbs\.ts$/.test(file)) return looksLikeProse(text) && text.endsWith(".");
  return looksLikeProse(text);
}
