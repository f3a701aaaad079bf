import { displayText, redact, relativize, type Url } from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { jsonText } from "../../json.ts";
import { hidesPath, shownOf } from "../../redacted-url.ts";
import { readUrl } from "./read-url.ts";

export interface RelativeOptions {
  readonly json?: boolean;
  /** Where it is to lead. */
  readonly more: readonly string[];
}

/** Prints the shortest reference that leads from one URL to another, and nothing else. */
export async function relative(text: string, { json, more }: RelativeOptions, io: Io): Promise<void> {
  const [other = ""] = more;
  const base = readUrl(text, io).url;
  const url = readUrl(other, io).url;
  refuseHidden(base, text);
  refuseHidden(url, other);
  const reference = redact(relativize(base, url));
  await io.stdout.write(
    json === true
      ? jsonText({ ok: true, base: shownOf(text).text, url: shownOf(other).text, reference })
      : `${displayText(reference)}\n`,
  );
}

function refuseHidden(url: Url, text: string): void {
  if (hidesPath(url, shownOf(text)))
    throw new UsageError("cannot show the reference: other software would see a password in this URL");
}
