import { AccessError, type Limits, octetsOf } from "@anyurl/core";
import { concat, type Exchange, type Inbox } from "@anyurl/core/exchange";
import { commandOf, dialogue } from "./command.ts";
import type { Extensions } from "./extensions.ts";
import { refusal } from "./reply-error.ts";

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
  inbox: Inbox,
  { user, password }: Login,
  extensions: Extensions,
  limits: Limits,
): Exchange<never, AccessError | undefined> {
  const mechanisms = new Set(extensions.get("AUTH")?.map((name) => name.toUpperCase()));
  if (mechanisms.has("PLAIN")) {
    // message = [authzid] UTF8NUL authcid UTF8NUL passwd   (RFC 4616 §2)
    const secret = base64(concat(NUL, octetsOf(user), NUL, octetsOf(password)));
    const reply = yield* dialogue(inbox, commandOf("AUTH PLAIN ", limits, { cite: CITE, secret }), limits);
    return reply.code === 235 ? undefined : refusal(reply, "login");
  }
  if (mechanisms.has("LOGIN")) {
    const hello = yield* dialogue(inbox, commandOf("AUTH LOGIN", limits, { cite: CITE }), limits);
    if (hello.code !== 334) return refusal(hello, "login");
    const name = commandOf(base64(octetsOf(user)), limits, { cite: CITE });
    const asked = yield* dialogue(inbox, name, limits);
    if (asked.code !== 334) return refusal(asked, "login");
    const secret = base64(octetsOf(password));
    const reply = yield* dialogue(inbox, commandOf("", limits, { cite: CITE, secret }), limits);
    return reply.code === 235 ? undefined : refusal(reply, "login");
  }
  const offered = mechanisms.size === 0 ? "no login" : "neither PLAIN nor LOGIN";
  return new AccessError("unsupported", `the server offers ${offered}; nothing was sent`, {
    hint: "remove the option auth if the server needs no login; some servers offer a login only under TLS",
  });
}

const NUL = Uint8Array.of(0);

function base64(octets: Uint8Array): string {
  return btoa(Array.from(octets, (octet) => String.fromCharCode(octet)).join(""));
}
