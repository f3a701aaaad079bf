import { createPart, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { DEFAULT_PORT, type ProsperoUrl, splitPath } from "./syntax.ts";

const CITE = "RFC 4157 §2";

/** Returns each part of a prospero URL, with its range and its meaning. */
export function describe(url: ProsperoUrl): readonly Part[] {
  const { start, end, fields } = splitPath(url);
  const parts: Part[] = [...describeAuthority(url, DEFAULT_PORT)];
  const part = createPart(url, CITE);
  parts.push(part("hsoname", [start, end], describeHsoname(url.href.slice(start, end))));
  fields.forEach((field, i) => {
    const name = `fieldspecs[${i}]`;
    const meaning = describeValue(url.parts.fieldspecs[i]?.fieldname);
    parts.push(
      part(`${name}.fieldname`, [field.start + 1, field.equals], "a field that identifies the target"),
      part(`${name}.fieldvalue`, [field.equals + 1, field.end], meaning),
    );
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
