import { encodeText, isDotSegment, UNRESERVED } from "@anyurl/core";

/** A URL template: RFC 6570, Level 2, without fragments. Text, and the expressions between the texts. */
export interface Template {
  readonly texts: readonly string[];
  /** "+": reserved characters and escapes of the value are unchanged. */
  readonly expressions: readonly { readonly name: TemplateVariable; readonly reserved: boolean }[];
}

export type TemplateVariable = "urn" | "nid" | "nss" | "r";

const FIXED_START = /^[a-z][a-z0-9+.-]*:(?:(?!\/\/)|\/\/[^/?#{}]*(?:[/?#]|$))/i;
const EXPRESSION = /\{(\+?)(urn|nid|nss|r)\}/;

/** Reads a template of a whole URL; `undefined` if it is not valid. */
export function readTemplate(text: unknown): Template | undefined {
  // Its scheme and its authority are the caller's: a URN must not choose them.
  if (typeof text !== "string" || !FIXED_START.test(text)) return undefined;
  const [first = "", ...rest] = text.split(new RegExp(EXPRESSION, "g"));
  const texts = [first];
  const expressions: Template["expressions"][number][] = [];
  for (let i = 0; i < rest.length; i += 3) {
    expressions.push({ reserved: rest[i] === "+", name: rest[i + 1] as TemplateVariable });
    texts.push(rest[i + 2]!);
  }
  return texts.some((each) => /[{}]/.test(each)) ? undefined : { texts, expressions };
}

/**
 * Expands a template (RFC 6570 §3.2.2, §3.2.3). A missing value is empty.
 *
 * @returns the URL; `undefined` if a value with "+" has dot segments, which would leave the path of the template.
 */
export function expandTemplate(
  { texts, expressions }: Template,
  values: Readonly<Record<TemplateVariable, string | undefined>>,
): string | undefined {
  let url = texts[0]!;
  // A value of a URN has only reserved and unreserved characters, and escapes: with "+" nothing changes.
  for (const [i, { name, reserved }] of expressions.entries()) {
    const value = values[name] ?? "";
    if (reserved && value.split(/[/?]/).some(isDotSegment)) return undefined;
    url += (reserved ? value : encodeText(value, UNRESERVED)) + texts[i + 1]!;
  }
  return url;
}
