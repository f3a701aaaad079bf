import { displayText, redact, relativize, type Url } from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { formatJson } from "../../json.ts";
import { hasHiddenPath, redactUrl } from "../../redacted-url.ts";
import { parseUrl } from "./read-url.ts";

export interface RelativeOptions {
  readonly json?: boolean;
  /** The target URL. */
  readonly more: readonly string[];
}

/** Prints only the shortest reference from one URL to another. */
export async function relative(text: string, { json, more }: RelativeOptions, io: Io): Promise<void> {
  const [other = ""] = more;
  const base = parseUrl(text, io).url;
  const url = parseUrl(other, io).url;
  checkNothingHidden(base, text);
  checkNothingHidden(url, other);
  const reference = redact(relativize(base, url));
  await io.stdout.write(
    json === true
      ? formatJson({ ok: true, base: redactUrl(text).text, url: redactUrl(other).text, reference })
      : `${displayText(reference)}\n`,
  );
}

function checkNothingHidden(url: Url, text: string): void {
  if (hasHiddenPath(url, redactUrl(text)))
    throw new UsageError("cannot show the reference: other software would see a password in this URL");
}
