import { AccessError, parseLogin } from "@anyurl/core";
import { DEFAULT_PORT, type DictUrl } from "./syntax.ts";

export interface Server {
  readonly host: string;
  readonly port: number;
}

/**
 * Returns where to connect. Nothing can be opened that would not be sent.
 *
 * @throws {AccessError} control-octet: a field has control characters; unsupported: SASLAUTH.
 */
export function toServer(url: DictUrl): Server {
  const { word, database, strategy, user, auth } = url.parts;
  for (const field of [word, database, strategy, user]) if (field !== undefined) checkField(field);
  if (auth !== undefined && auth.toUpperCase() !== "AUTH")
    throw new AccessError("unsupported", "logins with SASLAUTH are not supported", { hint: 'write ";AUTH"' });
  const { hostname, port } = parseLogin(url, DEFAULT_PORT);
  return { host: hostname, port };
}

/** @throws {AccessError} control-octet. */
export function checkField(text: string): void {
  if (!/[\0-\x1f\x7f]/.test(text)) return;
  throw new AccessError(
    "control-octet",
    "a word, a name, or a user for DICT cannot contain control characters; nothing was sent",
    { hint: "remove the control characters from the URL" },
  );
}
