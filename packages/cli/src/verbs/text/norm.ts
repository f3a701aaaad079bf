import { displayText, type Profile, redact } from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { formatJson } from "../../json.ts";
import { hasHiddenPath, redactUrl } from "../../redacted-url.ts";
import { parseUrl } from "./read-url.ts";

export interface NormOptions {
  readonly json?: boolean;
  readonly profile: Profile;
}

/** Prints only the normal form of a URL. */
export async function norm(text: string, { json, profile }: NormOptions, io: Io): Promise<void> {
  const { url } = parseUrl(text, io, profile);
  const shown = redactUrl(text);
  if (hasHiddenPath(url, shown))
    throw new UsageError("cannot show the normal form: other software would see a password in this URL");
  const normalForm = redact(io.urls.normalize(url));
  await io.stdout.write(
    json === true ? formatJson({ ok: true, url: shown.text, normalForm }) : `${displayText(normalForm)}\n`,
  );
}
