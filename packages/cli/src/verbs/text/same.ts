import { type Comparison, displayText } from "anyurl";
import type { Io } from "../../io.ts";
import { fail, succeed, writeAnswer } from "../../json.ts";
import { say } from "../../language.ts";
import { redactUrl } from "../../redacted-url.ts";
import { registrationLines } from "../../registration.ts";
import { fitColumns, wrapToWidth } from "../../render/columns.ts";
import { createPainter, type Paint } from "../../render/style.ts";
import { PROFILE_OPTIONS } from "../common/options.ts";
import { defineVerb, type Verb } from "../verb.ts";
import { parseUrl } from "./read-url.ts";

/** The exit status if the URLs are not equivalent. */
const DIFFERENT = 10;

/** Prints whether two URLs are equivalent, and why. */
export const verb: Verb = defineVerb({
  args: [
    { usage: "<a>", completes: ["url"] },
    { usage: "<b>", completes: ["url"] },
  ],
  options: {
    level: {
      value: "<level>",
      description: "comparison level",
      choices: ["string", "syntax", "scheme"],
      default: "scheme",
    },
    ...PROFILE_OPTIONS,
  },
  examples: [
    'anyurl same "ftp://ftp.example/%7Ejoe" ftp://ftp.example/~joe',
    "anyurl same --level syntax ftp://ftp.example:21/ ftp://ftp.example/",
  ],
  async run([text, other], options, io) {
    const { json, profile, level } = options;
    const a = parseUrl(text, io, profile).url;
    const b = parseUrl(other, io, profile).url;
    const verdict = io.urls.compare(a, b, { level });
    if (json === true) {
      const members = { a: redactUrl(text).text, b: redactUrl(other).text, ...verdict };
      await writeAnswer(verdict.equivalent ? succeed(members) : fail("not-equivalent", members), options, io);
    } else {
      const drawn = lines(verdict, createPainter(io.stdout, io.env), io.stdout.columns);
      const known = await registrations([a.scheme, b.scheme], io);
      await io.stdout.write(`${[...drawn, ...known].join("\n")}\n`);
    }
    return verdict.equivalent ? 0 : DIFFERENT;
  },
});

/** A scheme without a package is compared by the generic syntax, which cannot know what its URLs identify. */
async function registrations(schemes: readonly string[], { urls }: Io): Promise<readonly string[]> {
  const lines = await Promise.all([...new Set(schemes)].map((scheme) => registrationLines(scheme, urls)));
  return lines.flat();
}

function lines(
  { equivalent, level, steps, difference }: Comparison,
  paint: Paint,
  width: number | undefined,
): readonly string[] {
  const heading = equivalent
    ? `${paint("green", say("equivalent"))} (${say(`level: ${level}`)})`
    : `${paint("red", say("not equivalent"))} (${say(`level: ${level}`)})`;
  const rows = steps.map(({ of, rule, after, cite }) => [
    { text: `${of}:` },
    { text: say(rule) },
    { text: displayText(after) },
    { text: displayText(cite), look: (text: string) => paint("dim", text) },
  ]);
  const drawn = fitColumns(rows, { width, flexible: 2 });
  if (difference === undefined) return [heading, ...drawn];
  const { component, a, b, why, cite } = difference;
  const found = wrapToWidth(
    `${component}: ${displayText(say(why))} (${displayText(cite)})`,
    width ?? Infinity,
  );
  return [
    ...[
      heading,
      ...drawn,
      ...found.map((row) => row.replace(`${component}:`, (name) => paint("bold", name))),
    ],
    ...[`  a: ${valueText(a)}`, `  b: ${valueText(b)}`],
  ];
}

/** Quoted, so that an empty value is visible; — if absent. */
function valueText(value: string | undefined): string {
  return value === undefined ? "—" : `"${displayText(value)}"`;
}
