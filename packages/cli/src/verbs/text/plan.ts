import { AccessError, displayText, type Plan, type Problem } from "anyurl";
import { checkPluginLoaded } from "../../config/plugin-error.ts";
import { succeed, writeAnswer } from "../../json.ts";
import { say } from "../../language.ts";
import { redactUrl } from "../../redacted-url.ts";
import { planLines } from "../../render/plan-lines.ts";
import { createPainter, type Paint } from "../../render/style.ts";
import { OPERATIONS } from "../../scheme-facts.ts";
import { SCHEME_OPTIONS } from "../common/options.ts";
import { commandDefaults, schemeOptions } from "../common/scheme-options.ts";
import { defineVerb, type Verb } from "../verb.ts";
import { parseUrl } from "./read-url.ts";

/** Shows what opening a URL would send, without sending anything. */
export const verb: Verb = defineVerb({
  args: [{ usage: "<url>", completes: ["url"] }],
  options: {
    ...SCHEME_OPTIONS,
    operation: {
      value: "<name>",
      description: "operation to plan, for example get or list (default: depends on the URL)",
      suggestions: OPERATIONS,
    },
  },
  examples: [
    'anyurl plan "ftp://ftp.example/pub/readme.txt;type=a"',
    "anyurl plan --operation list ftp://ftp.example/pub/",
    "anyurl plan --option path=full-path ftp://ftp.example/pub/readme.txt",
  ],
  async run([text], options, io) {
    const { url, warnings } = parseUrl(text, io);
    checkUnambiguous(warnings);
    checkPluginLoaded(url, io.urls, io.configured?.faults);
    const { scheme } = url;
    const fromCommand = schemeOptions(options.option, [scheme], io.urls)[scheme];
    const given = {
      ...commandDefaults([scheme], io.urls)[scheme],
      ...io.configured?.options?.[scheme],
      ...fromCommand,
    };
    const planned = io.urls.plan(url, options.operation, given);
    const shown = redactUrl(url.href);
    if (options.json === true)
      return writeAnswer(succeed({ url: shown.text, ...withoutOctets(planned) }), options, io);
    const lines = drawPlan(planned, createPainter(io.stdout, io.env), io.stdout.columns);
    await io.stdout.write(`${displayText(shown.text)}\n\n${lines.join("\n")}\n`);
  },
});

/** Says so if nothing is sent. */
function drawPlan(plan: Plan, paint: Paint, width: number | undefined): readonly string[] {
  const isSilent = plan.steps.every((step) => step.do === "local" && step.url === undefined);
  return [...planLines(plan, paint, width), ...(isSilent ? [say("Nothing is sent.")] : [])];
}

/** Opening has the same check: two programs could see different hosts in such a URL. */
function checkUnambiguous(warnings: readonly Problem[]): void {
  const warning = warnings.find(({ code }) => code === "ambiguous-authority");
  if (warning !== undefined) throw new AccessError(warning.code, warning.message, { hint: warning.hint });
}

/** Omits the bytes of a step, because its text has the same contents in readable form. */
function withoutOctets({ operation, steps }: Plan): object {
  return {
    operation,
    steps: steps.map((step) => {
      if (step.do !== "send" && step.do !== "message") return step;
      const { octets: _, ...rest } = step;
      return rest;
    }),
  };
}
