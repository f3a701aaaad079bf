import { decodeText, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { type DataUrl, findRanges, type TextRange } from "./syntax.ts";

/** Characters of the content that a description shows. */
const MAX_SHOWN = 64;

/** Returns the parts of a data URL: their positions and their meaning. */
export function describe(url: DataUrl): readonly Part[] {
  const parts: Part[] = [...describeAuthority(url, undefined)];
  const { href } = url;
  const add = (name: string, [start, end]: TextRange, meaning: string) =>
    parts.push({ name, start, end, value: decodeText(href.slice(start, end)), meaning, cite: "RFC 2397 §3" });

  const { type, parameters, base64, data } = findRanges(url);
  if (type[0] < type[1]) add("type", type, "the media type of the content");
  parameters.forEach(({ range: [start, end], equals }, i) => {
    add(`parameters[${i}].attribute`, [start, equals], "the name of a parameter of the media type");
    add(`parameters[${i}].value`, [equals + 1, end], "the value of the parameter");
  });
  if (base64 !== undefined) add("base64", base64, "the content is written in base64");
  const [start, end] = data!;
  const value = decodeText(href.slice(start, end)).slice(0, MAX_SHOWN);
  const meaning = base64 === undefined ? "the content" : "the content in base64";
  parts.push({ name: "data", start, end, value, meaning, cite: "RFC 2397 §3" });
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}
