import { AccessError, encodeBase64, octetsOf } from "@anyurl/core";
import { concat, type Exchange, type LineDialogue } from "@anyurl/core/exchange";
import { sendCommand } from "./command.ts";
import type { Extensions } from "./extensions.ts";
import { replyError } from "./reply-error.ts";

export interface Login {
  readonly user: string;
  readonly password: string;
}

const CITE = "RFC 4954 §4";

/**
 * Logs in with PLAIN (RFC 4616), or with LOGIN if the server does not offer PLAIN. Returns the error if the login
 * failed; the connection can still be used for QUIT.
 */
export function* logIn(
  dialogue: LineDialogue,
  { user, password }: Login,
  extensions: Extensions,
): Exchange<never, AccessError | undefined> {
  const mechanisms = new Set(extensions.get("AUTH")?.map((name) => name.toUpperCase()));
  if (mechanisms.has("PLAIN")) {
    // message = [authzid] UTF8NUL authcid UTF8NUL passwd   (RFC 4616 §2)
    const secret = encodeBase64(concat(NUL, octetsOf(user), NUL, octetsOf(password)));
    const reply = yield* sendCommand(dialogue, "AUTH PLAIN ", { cite: CITE, secret });
    return reply.code === 235 ? undefined : replyError(reply, "login");
  }
  if (mechanisms.has("LOGIN")) {
    const hello = yield* sendCommand(dialogue, "AUTH LOGIN", { cite: CITE });
    if (hello.code !== 334) return replyError(hello, "login");
    const asked = yield* sendCommand(dialogue, encodeBase64(octetsOf(user)), { cite: CITE });
    if (asked.code !== 334) return replyError(asked, "login");
    const secret = encodeBase64(octetsOf(password));
    const reply = yield* sendCommand(dialogue, "", { cite: CITE, secret });
    return reply.code === 235 ? undefined : replyError(reply, "login");
  }
  const offered = mechanisms.size === 0 ? "no login" : "neither PLAIN nor LOGIN";
  return new AccessError("unsupported", `the server offers ${offered}; nothing was sent`, {
    hint: "remove the option auth if the server needs no login; some servers offer a login only under TLS",
  });
}

const NUL = Uint8Array.of(0);
