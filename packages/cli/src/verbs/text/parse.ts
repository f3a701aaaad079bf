import { displayText, type Problem, type Url } from "anyurl";
import { succeed, writeAnswer } from "../../json.ts";
import { hasHiddenPath, type RedactedUrl, redactUrl } from "../../redacted-url.ts";
import { alignColumns } from "../../render/columns.ts";
import { problemLines } from "../../render/problems.ts";
import { createPainter, type Paint } from "../../render/style.ts";
import { defineVerb, type Verb } from "../verb.ts";
import { parseUrl } from "./read-url.ts";

const COMPONENTS = ["scheme", "user", "password", "host", "port", "path", "query", "fragment"] as const;
type Component = (typeof COMPONENTS)[number];

/** Shows the components of a URL as written, and its parts as the scheme parses them. */
export const verb: Verb = defineVerb({
  args: [{ usage: "<url>", completes: ["url"] }],
  options: {},
  examples: [
    'anyurl parse "ftp://ftp.example/pub/a%2Fb.txt;type=i"',
    "anyurl parse --json gopher://gopher.example/0/about.txt",
  ],
  async run([text], options, io) {
    const { url, warnings } = parseUrl(text, io);
    const shown = redactUrl(url.href);
    const components = listComponents(url, shown);
    const parts = hasHiddenPath(url, shown)
      ? undefined
      : (url.parts as Readonly<Record<string, unknown>> | undefined);
    if (options.json === true) {
      const members = { url: shown.text, ...Object.fromEntries(components), parts, problems: warnings };
      return writeAnswer(succeed(members), options, io);
    }
    const paint = createPainter(io.stdout, io.env);
    await io.stdout.write(
      `${lines(shown, components, parts, warnings, paint, io.stdout.columns).join("\n")}\n`,
    );
  },
});

/** Lists the raw components; `undefined` if absent. */
function listComponents(url: Url, shown: RedactedUrl): readonly (readonly [Component, string | undefined])[] {
  const { pathStart, pathEnd, queryEnd } = url.offsets;
  const place: Partial<Record<Component, readonly [number, number]>> = {
    path: [pathStart, pathEnd],
    query: [pathEnd + 1, queryEnd],
    fragment: [queryEnd + 1, url.href.length],
  };
  return COMPONENTS.map((name) => {
    const value = url[name];
    const at = place[name];
    if (name === "password") return [name, value === undefined || value === "" ? value : "***"];
    // A text after the authority may be hidden as well, if other software would see a password there.
    return [name, value === undefined || at === undefined ? value : shown.slice(...at)];
  });
}

function lines(
  shown: RedactedUrl,
  components: readonly (readonly [string, string | undefined])[],
  parts: Readonly<Record<string, unknown>> | undefined,
  warnings: readonly Problem[],
  paint: Paint,
  width?: number,
): readonly string[] {
  const rows = [
    ...components.map(([name, value]) => [name, value === undefined ? "—" : displayText(value)] as const),
    ...Object.entries(parts ?? {}).map(([name, value]) => [name, formatValue(value)] as const),
  ];
  const drawn = alignColumns(
    rows.map(([name, value]) => [
      { text: displayText(name), painted: paint("bold", displayText(name)) },
      { text: value, painted: value === "—" ? paint("dim", value) : value },
    ]),
  );
  const ofScheme = drawn.slice(components.length);
  return [
    displayText(shown.text),
    "",
    ...drawn.slice(0, components.length),
    ...(ofScheme.length === 0 ? [] : ["", ...ofScheme]),
    ...(warnings.length === 0 ? [] : ["", ...problemLines(shown, warnings, paint, width)]),
  ];
}

/** Strings are quoted, so that empty and blank ones are visible; — if absent. */
function formatValue(value: unknown): string {
  if (value === undefined) return "—";
  if (typeof value === "string") return `"${displayText(value)}"`;
  if (Array.isArray(value)) return `[${value.map(formatValue).join(", ")}]`;
  return displayText(JSON.stringify(value) ?? String(value));
}
