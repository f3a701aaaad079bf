import { asciiLowerCase } from "@anyurl/core";
import { decodeParameters } from "@anyurl/core/exchange";
import { removeComments } from "./header.ts";

/** A value with parameters, such as that of Content-Type (RFC 2045 §5.1). */
export interface ParameterizedValue {
  /** In lower case. */
  readonly value: string;
  /** By name in lower case, decoded. Of several with one name, the first counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** ";" attribute "=" value, where the value is a token or a quoted-string. Real tokens have more characters. */
const PARAMETER = /;[\t ]*([^\s;="]+)[\t ]*=[\t ]*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/gs;

/** Reads a value with parameters. Parts of the value that are not parameters are ignored. */
export function readParameters(field: string): ParameterizedValue {
  const text = removeComments(field);
  const [value] = /^[^;]*/.exec(text)!;
  const raw = new Map<string, string>();
  for (const [, name = "", quoted, token = ""] of text.matchAll(PARAMETER)) {
    const key = asciiLowerCase(name);
    if (!raw.has(key)) raw.set(key, quoted === undefined ? token.trim() : quoted.replace(/\\(.)/gs, "$1"));
  }
  return { value: asciiLowerCase(value.trim()), parameters: decodeParameters(raw) };
}
