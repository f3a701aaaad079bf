import { decodeText, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { DEFAULT_PORT, type ProsperoUrl, splitPath } from "./syntax.ts";

const CITE = "RFC 4157 §2";

/** Returns each part of a prospero URL, with its range and its meaning. */
export function describe(url: ProsperoUrl): readonly Part[] {
  const { start, end, fields } = splitPath(url);
  const { href } = url;
  const parts: Part[] = [...describeAuthority(url, DEFAULT_PORT)];
  const add = (name: string, from: number, to: number, meaning: string) =>
    parts.push({ name, start: from, end: to, value: decodeText(href.slice(from, to)), meaning, cite: CITE });

  add("hsoname", start, end, describeHsoname(href.slice(start, end)));
  fields.forEach((field, i) => {
    const name = `fieldspecs[${i}]`;
    add(`${name}.fieldname`, field.start + 1, field.equals, "a field that identifies the target");
    add(`${name}.fieldvalue`, field.equals + 1, field.end, describeValue(url.parts.fieldspecs[i]?.fieldname));
  });
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}

function describeHsoname(raw: string): string {
  if (raw === "") return "an empty name: its meaning depends on the server";
  const opaque = "the name of the object, opaque to the client";
  return raw.startsWith("/") ? `${opaque}; it begins with a slash` : opaque;
}

function describeValue(fieldname: string | undefined): string {
  return fieldname?.toUpperCase() === "OBJECT-VERSION"
    ? "the version of the object"
    : "the required value of the field";
}
