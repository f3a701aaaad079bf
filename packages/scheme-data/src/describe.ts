import { createPart, decodeText, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { type DataUrl, findRanges } from "./syntax.ts";

/** Characters of the content that a description shows. */
const MAX_SHOWN = 64;

/** Returns the parts of a data URL: their positions and their meaning. */
export function describe(url: DataUrl): readonly Part[] {
  const parts: Part[] = [...describeAuthority(url, undefined)];
  const part = createPart(url, "RFC 2397 §3");
  const add = (...args: Parameters<typeof part>) => parts.push(part(...args));

  const { type, parameters, base64, data } = findRanges(url);
  if (type[0] < type[1]) add("type", type, "the media type of the content");
  parameters.forEach(({ range: [start, end], equals }, i) => {
    add(`parameters[${i}].attribute`, [start, equals], "the name of a parameter of the media type");
    add(`parameters[${i}].value`, [equals + 1, end], "the value of the parameter");
  });
  if (base64 !== undefined) add("base64", base64, "the content is written in base64");
  const value = decodeText(url.href.slice(...data!)).slice(0, MAX_SHOWN);
  const meaning = base64 === undefined ? "the content" : "the content in base64";
  add("data", data!, meaning, { value });
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}
