import { displayText, type Profile, redact } from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { jsonText } from "../../json.ts";
import { hidesPath, shownOf } from "../../redacted-url.ts";
import { readUrl } from "./read-url.ts";

export interface NormOptions {
  readonly json?: boolean;
  readonly profile: Profile;
}

/** Prints the normal form of a URL, and nothing else. */
export async function norm(text: string, { json, profile }: NormOptions, io: Io): Promise<void> {
  const { url } = readUrl(text, io, profile);
  const shown = shownOf(text);
  if (hidesPath(url, shown))
    throw new UsageError("cannot show the normal form: other software would see a password in this URL");
  const normalForm = redact(io.urls.normalize(url));
  await io.stdout.write(
    json === true ? jsonText({ ok: true, url: shown.text, normalForm }) : `${displayText(normalForm)}\n`,
  );
}
