import { AccessError, displayText, type Plan, type Problem } from "anyurl";
import { checkOptionNames } from "../../config/option-names.ts";
import { checkPluginLoaded } from "../../config/plugin-error.ts";
import type { Io } from "../../io.ts";
import { formatJson } from "../../json.ts";
import { redactUrl } from "../../redacted-url.ts";
import { planLines } from "../../render/plan-lines.ts";
import { createPainter } from "../../render/style.ts";
import { type GivenOption, schemeOptions } from "../common/scheme-options.ts";
import { parseUrl } from "./read-url.ts";

export interface PlanOptions {
  readonly json?: boolean;
  readonly operation?: string;
  /** Scheme options, as given. */
  readonly option?: readonly GivenOption[];
}

/** Shows what opening a URL would send, without sending anything. */
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
