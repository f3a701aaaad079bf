import { displayText, type ParseResult, type Problem, type Profile, type Url } from "anyurl";
import type { Io } from "../../io.ts";
import { formatJson } from "../../json.ts";
import { type RedactedUrl, redactUrl } from "../../redacted-url.ts";
import { problemLines } from "../../render/problems.ts";
import { createPainter, type Paint } from "../../render/style.ts";

export interface CheckOptions {
  readonly json?: boolean;
  readonly profile: Profile;
}

const NAMES: Readonly<Record<Profile, string>> = { rfc3986: "RFC 3986", rfc1738: "RFC 1738" };

/** Prints the problems of a text under each profile. The status is that of the selected profile. */
export async function check(text: string, options: CheckOptions, io: Io): Promise<number> {
  const found = io.urls.check(text);
  const shown = redactUrl(text);
  const paint = createPainter(io.stdout, io.env);
  const profiles = ["rfc3986", "rfc1738"] as const;
  await io.stdout.write(
    options.json === true
      ? formatJson({
          url: shown.text,
          ...Object.fromEntries(profiles.map((each) => [each, dataOf(found[each])])),
        })
      : `${profiles.flatMap((each) => lines(each, found[each], shown, paint, io.stdout.columns)).join("\n")}\n`,
  );
  return found[options.profile].ok ? 0 : 3;
}

function dataOf({ ok, problems }: ParseResult<Url>): { ok: boolean; problems: readonly Problem[] } {
  return { ok, problems };
}

function lines(
  profile: Profile,
  { ok, problems }: ParseResult<Url>,
  shown: RedactedUrl,
  paint: Paint,
  width?: number,
): readonly string[] {
  const verdict = ok ? paint("green", "valid") : paint("red", "invalid");
  const heading = `${paint("bold", NAMES[profile])}: ${verdict}`;
  if (problems.length === 0) return [heading, `  ${displayText(shown.text)}`];
  return [heading, ...problemLines(shown, problems, paint, width)];
}
