import { type Attributes, displayText, redact, type Url } from "anyurl";
import type { Io } from "../../io.ts";
import { type OpenOptions, withClient } from "../../opener.ts";
import { alignColumns } from "../../render/columns.ts";
import { createPainter, type Paint } from "../../render/style.ts";
import { type EachOptions, forEachUrl } from "../common/each-url.ts";

export type StatOptions = OpenOptions & EachOptions;

/** Prints the metadata of a resource, without downloading it. */
export async function stat(text: string, options: StatOptions, io: Io): Promise<void> {
  const paint = createPainter(io.stdout, io.env);
  await forEachUrl(text, options, io, (url, isLast) =>
    withClient([url], options, io, async (opener, call) => {
      const found = await (opener.stat as Stat)(url, call);
      if (options.json !== true) {
        const lines = metadataLines(redact(url.href), found, paint);
        await io.stdout.write(`${lines.join("\n")}\n${isLast ? "" : "\n"}`);
      }
      return { ok: true, url: redact(url.href), ...found };
    }),
  );
}

/** The type of an operation follows from the scheme, which is not known statically here. */
type Stat = (url: Url, call: object) => Promise<Attributes>;

function metadataLines(url: string, found: Attributes, paint: Paint): readonly string[] {
  const { kind, size, modified, mediaType, attributes = {} } = found;
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    ["kind", kind],
    ["size", size === undefined ? undefined : `${size} bytes`],
    ["modified", modified === undefined ? undefined : formatTime(modified, found)],
    ["media type", mediaType],
    ...Object.entries(attributes),
  ];
  const rows = facts.flatMap(([name, value]) => {
    if (value === undefined) return [];
    const shown = displayText(name);
    return [[{ text: shown, painted: paint("bold", shown) }, { text: displayText(value) }]];
  });
  return [displayText(url), ...alignColumns(rows)];
}

/** Formats the time with its known precision. */
function formatTime(
  date: Date,
  { modifiedPrecision = "second", modifiedZone }: Attributes,
): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString().replace("T", " ").slice(0, LENGTH[modifiedPrecision]);
  return modifiedZone === "unknown" ? `${text} (unknown time zone)` : `${text} UTC`;
}

const LENGTH: Readonly<Record<NonNullable<Attributes["modifiedPrecision"]>, number>> = {
  ...{ millisecond: 23, second: 19, minute: 16, day: 10 },
};
