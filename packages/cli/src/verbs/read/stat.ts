import { type Attributes, displayText, redact } from "anyurl";
import { succeed } from "../../json.ts";
import { say } from "../../language.ts";
import { withClient } from "../../opener.ts";
import { alignColumns } from "../../render/columns.ts";
import { createPainter, type Paint } from "../../render/style.ts";
import { forEachUrl } from "../common/each-url.ts";
import { EXPAND_OPTIONS, JSONL_OPTIONS, NETWORK_OPTIONS } from "../common/options.ts";
import { defineVerb, type Verb } from "../verb.ts";

/** Prints the metadata of a resource, without downloading it. */
export const verb: Verb = defineVerb({
  opens: true,
  args: [{ usage: "<url...>", completes: ["url"] }],
  options: { ...EXPAND_OPTIONS, ...JSONL_OPTIONS, ...NETWORK_OPTIONS },
  examples: [
    "anyurl stat ftp://ftp.example/pub/readme.txt",
    "anyurl stat --json https://www.example/report.pdf",
  ],
  async run([texts], options, io) {
    const paint = createPainter(io.stdout, io.env);
    return forEachUrl(texts, options, io, (url, isLast) =>
      withClient({ urls: [url], options, io }, async ({ opener, call }) => {
        const found = await opener.stat(url, call);
        if (options.json !== true) {
          const lines = metadataLines(redact(url.href), found, paint);
          await io.stdout.write(`${lines.join("\n")}\n${isLast ? "" : "\n"}`);
        }
        return succeed({ url: redact(url.href), ...found });
      }),
    );
  },
});

function metadataLines(url: string, found: Attributes, paint: Paint): readonly string[] {
  const { kind, size, modified, mediaType, attributes = {} } = found;
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    ["kind", kind],
    ["size", size === undefined ? undefined : say(`${size} bytes`)],
    ["modified", modified === undefined ? undefined : formatTime(modified, found)],
    ["media type", mediaType],
    ...Object.entries(attributes),
  ];
  const rows = facts.flatMap(([name, value]) => {
    if (value === undefined) return [];
    const shown = displayText(say(name));
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
  return modifiedZone === "unknown" ? `${text} (${say("unknown time zone")})` : `${text} UTC`;
}

const LENGTH: Readonly<Record<NonNullable<Attributes["modifiedPrecision"]>, number>> = {
  ...{ millisecond: 23, second: 19, minute: 16, day: 10 },
};
