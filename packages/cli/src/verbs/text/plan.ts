import { AccessError, displayText, type Plan, type Problem } from "anyurl";
import { checkOptionNames } from "../../config/option-names.ts";
import { checkPluginLoaded } from "../../config/plugin-error.ts";
import type { Io } from "../../io.ts";
import { formatJson } from "../../json.ts";
import { redactUrl } from "../../redacted-url.ts";
import { planLines } from "../../render/plan-lines.ts";
import { createPainter } from "../../render/style.ts";
import { type GivenOption, schemeOptions } from "../shared/scheme-options.ts";
import { parseUrl } from "./read-url.ts";

export interface PlanOptions {
  readonly json?: boolean;
  readonly operation?: string;
  /** Of the scheme, as they were given. */
  readonly option?: readonly GivenOption[];
}

/** Shows what opening a URL would send. Sends nothing. */
export async function plan(text: string, options: PlanOptions, io: Io): Promise<void> {
  const { url, warnings } = parseUrl(text, io);
  checkUnambiguous(warnings);
  checkPluginLoaded(url, io.urls, io.configured?.faults);
  const { scheme } = url;
  const given = { ...io.configured?.options?.[scheme], ...schemeOptions(options.option, [scheme])[scheme] };
  await checkOptionNames(scheme, io.urls.scheme(scheme), given);
  const planned = io.urls.plan(url, options.operation, given);
  const shown = redactUrl(url.href);
  await io.stdout.write(
    options.json === true
      ? formatJson({ ok: true, url: shown.text, ...withoutOctets(planned) })
      : `${displayText(shown.text)}\n\n${planLines(planned, createPainter(io.stdout, io.env)).join("\n")}\n`,
  );
}

/** As opening does: two programs would meet two different hosts by such a URL. */
function checkUnambiguous(warnings: readonly Problem[]): void {
  const warning = warnings.find(({ code }) => code === "ambiguous-authority");
  if (warning !== undefined) throw new AccessError(warning.code, warning.message, { hint: warning.hint });
}

/** A step's text says the same as its octets, and can be read. */
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
