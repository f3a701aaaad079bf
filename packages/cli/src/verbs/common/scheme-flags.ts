import { getOptionSet } from "@anyurl/core";
import type { Url } from "anyurl";
import { InvalidArgumentError } from "commander";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { defineOptions } from "../verb.ts";
import type { GivenOption } from "./scheme-options.ts";

/**
 * The options that schemes declare with a letter of their own, for all URLs whose scheme has such an option. The
 * declarations of the schemes are not loaded for help and completion; a test compares them.
 */
export const FLAGGED_OPTIONS = defineOptions("Request options", {
  header: {
    short: "H",
    value: "<name: value>",
    description: "header field to send (repeatable), for schemes that have header fields",
    parse: parseLine,
  },
});

/** One value is one line: a line end in it would begin another field. */
function parseLine(text: string, before: readonly string[] = []): readonly string[] {
  if (/[\r\n]/.test(text))
    throw new InvalidArgumentError("Expected one line, for example Accept: text/html.");
  return [...before, text];
}

/** Returns the scheme options that the values of a letter stand for. @throws {UsageError} the scheme does not have it. */
export function readFlagged(
  flag: string,
  values: readonly string[],
  { scheme: name }: Url,
  urls: Io["urls"],
): readonly GivenOption[] {
  if (values.length === 0) return [];
  const scheme = urls.scheme(name);
  const declarations = scheme === undefined ? {} : getOptionSet(scheme).declarations;
  const option = Object.keys(declarations).find((each) => declarations[each].flag === flag);
  if (option === undefined)
    throw new UsageError(`-${flag} does not apply to ${name} URLs`, `remove -${flag}`);
  return values.map((value) => ({ scheme: name, name: option, value }));
}
