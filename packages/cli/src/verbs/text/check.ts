import { displayText, type ParseResult, type Problem, type Profile, type Url } from "anyurl";
import { fail, type JsonAnswer, succeed, writeAnswer } from "../../json.ts";
import { say } from "../../language.ts";
import { suggestUrls } from "../../lenient-url.ts";
import { type RedactedUrl, redactUrl } from "../../redacted-url.ts";
import { findRegistration, registrationLines } from "../../registration.ts";
import { problemLines } from "../../render/problems.ts";
import { createPainter, type Paint } from "../../render/style.ts";
import { suggestionLines, toJsonSuggestions } from "../../render/suggestions.ts";
import { PROFILE_OPTIONS } from "../common/options.ts";
import { defineVerb, type Verb } from "../verb.ts";

const NAMES: Readonly<Record<Profile, string>> = { rfc3986: "RFC 3986", rfc1738: "RFC 1738" };

/** Prints the problems of a text under each profile. The status is that of the selected profile. */
export const verb: Verb = defineVerb({
  verbatim: true,
  args: [{ usage: "<url>", completes: ["url"] }],
  options: { ...PROFILE_OPTIONS },
  examples: [
    'anyurl check "http://h.example/~joe#top"',
    "anyurl check --profile rfc1738 ftp://ftp.example/pub/",
  ],
  async run([text], options, io) {
    const found = io.urls.check(text);
    const suggestions = found[options.profile].ok ? [] : await suggestUrls(text, io.urls);
    const shown = redactUrl(text);
    const { scheme } = found[options.profile].url ?? {};
    const isUnknown = scheme !== undefined && io.urls.scheme(scheme) === undefined;
    const profiles = ["rfc3986", "rfc1738"] as const;
    if (options.json === true) {
      const members = {
        url: shown.text,
        ...toJsonSuggestions(suggestions),
        ...(isUnknown && { registration: await findRegistration(scheme) }),
        ...Object.fromEntries(profiles.map((each) => [each, toJsonResult(found[each])])),
      };
      await writeAnswer(toAnswer(found[options.profile], members), options, io);
    } else {
      const paint = createPainter(io.stdout, io.env);
      const drawn = [
        ...profiles.flatMap((each) => lines(each, found[each], shown, paint, io.stdout.columns)),
        ...(isUnknown ? await registrationLines(scheme, io.urls) : []),
        ...suggestionLines(suggestions, paint),
      ];
      await io.stdout.write(`${drawn.join("\n")}\n`);
    }
    return found[options.profile].ok ? 0 : 3;
  },
});

/** The code is that of the first error. */
function toAnswer({ problems }: ParseResult<Url>, members: object): JsonAnswer {
  const error = problems.find(({ severity }) => severity === "error");
  return error === undefined ? succeed(members) : fail(error.code, members);
}

function toJsonResult({ ok, problems }: ParseResult<Url>): { ok: boolean; problems: readonly Problem[] } {
  return { ok, problems };
}

function lines(
  profile: Profile,
  { ok, problems }: ParseResult<Url>,
  shown: RedactedUrl,
  paint: Paint,
  width?: number,
): readonly string[] {
  const verdict = ok ? paint("green", say("valid")) : paint("red", say("invalid"));
  const heading = `${paint("bold", NAMES[profile])}: ${verdict}`;
  if (problems.length === 0) return [heading, `  ${displayText(shown.text)}`];
  return [heading, ...problemLines(shown, problems, paint, width)];
}
