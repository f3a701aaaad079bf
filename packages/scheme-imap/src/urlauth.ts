import { type CharSet, decodeText, encodeText, USER_BARE } from "@anyurl/core";

/*
 * access          = "submit+" enc-user / "user+" enc-user / "authuser" / "anonymous"
 * iua-verifier    = ":" uauth-mechanism ":" 32*HEXDIG                                  (RFC 5092 §11)
 */

/** The authorization of a URL by URLAUTH (RFC 4467). */
export interface UrlAuth {
  /** Who may use the URL: "submit+USER", "user+USER", "authuser", or "anonymous". */
  readonly access: string;
  /** For example "INTERNAL". `undefined` together with the token: the URL is not authorized yet. */
  readonly mechanism: string | undefined;
  /** Hexadecimal digits. Every client that knows it can use the URL. */
  readonly token: string | undefined;
}

const USER: CharSet = /* @__PURE__ */ USER_BARE.without(";");

/** Reads what follows ";URLAUTH="; `undefined` if it is not valid. */
export function readUrlauth(raw: string): UrlAuth | undefined {
  const [access = "", mechanism, token, ...rest] = raw.split(":").map(decodeText);
  const urlauth = { access, mechanism, token };
  return rest.length === 0 && isUrlauth(urlauth) ? urlauth : undefined;
}

/** Returns the text after ";URLAUTH="; `undefined` if a field is not valid. */
export function formatUrlauth(urlauth: UrlAuth): string | undefined {
  if (typeof urlauth !== "object" || urlauth === null) return undefined;
  const { access, mechanism, token } = urlauth;
  if (typeof access !== "string" || !isUrlauth(urlauth)) return undefined;
  const plus = access.indexOf("+");
  const who = access.slice(0, plus + 1) + encodeText(access.slice(plus + 1), USER);
  return mechanism === undefined ? who : `${who}:${mechanism}:${token}`;
}

/** Keywords, mechanism, and token have no case; a user has. */
export function normalizeUrlauth({ access, mechanism, token }: UrlAuth): UrlAuth {
  return {
    access: normalizeAccess(access),
    mechanism: mechanism?.toUpperCase(),
    token: token?.toLowerCase(),
  };
}

function normalizeAccess(access: string): string {
  return access.replace(/^(?:submit\+|user\+|(?:authuser|anonymous)$)/i, (keyword) => keyword.toLowerCase());
}

function isUrlauth({ access, mechanism, token }: UrlAuth): boolean {
  if (!/^(?:submit\+.+|user\+.+|authuser|anonymous)$/is.test(access)) return false;
  if (mechanism === undefined) return token === undefined;
  const isText = typeof mechanism === "string" && typeof token === "string";
  return isText && /^[A-Za-z0-9.-]+$/.test(mechanism) && /^[0-9A-Fa-f]{32,}$/.test(token);
}
