import { displayText, type Profile, redact } from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { formatJson } from "../../json.ts";
import { hasHiddenPath, redactUrl } from "../../redacted-url.ts";
import { parseUrl } from "./read-url.ts";

export interface ResolveOptions {
  readonly json?: boolean;
  readonly profile: Profile;
  /** The reference. */
  readonly more: readonly string[];
}

/** Prints only the target of a reference, resolved against a base URL (RFC 3986 §5.2). */
export async function resolve(text: string, { json, profile, more }: ResolveOptions, io: Io): Promise<void> {
  const base = parseUrl(text, io, profile).url;
  const [reference = ""] = more;
  const found = io.urls.resolve(base, reference, { profile });
  if (hasHiddenPath(found, redactUrl(found.href)) || hasHiddenPath(base, redactUrl(text)))
    throw new UsageError("cannot show the target: other software would see a password in this URL");
  const url = redact(found.href);
  await io.stdout.write(
    json === true
      ? formatJson({ ok: true, base: redactUrl(text).text, reference: redactUrl(reference).text, url })
      : `${displayText(url)}\n`,
  );
}
