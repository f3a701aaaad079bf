import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { HttpServerState } from "./server-state.ts";

const REALM = "the embedded world";
/** One nonce per process is enough, although one per server would also do. */
const NONCE: string = randomBytes(16).toString("hex");

/** Returns the challenge for a request that is not authorized; `undefined` if access is allowed. */
export function authChallenge(request: IncomingMessage, world: HttpServerState): string | undefined {
  const given = request.headers.authorization ?? "";
  if (world.login === "basic") {
    return isBasicValid(given, world) ? undefined : `Basic realm="${REALM}", charset="UTF-8"`;
  }
  return isDigestValid(given, request, world)
    ? undefined
    : `Digest realm="${REALM}", nonce="${NONCE}", qop="auth", algorithm=SHA-256`;
}

/** RFC 7617 §2 */
function isBasicValid(given: string, { accounts }: HttpServerState): boolean {
  const [scheme = "", token = ""] = given.split(" ");
  if (scheme.toLowerCase() !== "basic") return false;
  const text = Buffer.from(token, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon >= 0 && accounts.get(text.slice(0, colon)) === text.slice(colon + 1);
}

/** RFC 7616 §3.4.1, with SHA-256 and qop=auth. */
function isDigestValid(
  given: string,
  { method = "", url = "" }: IncomingMessage,
  { accounts }: HttpServerState,
): boolean {
  if (!/^digest /i.test(given)) return false;
  const said = new Map(
    [...given.matchAll(/([a-z*]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi)].map(
      ([, name = "", quoted, token]) => [name.toLowerCase(), quoted?.replace(/\\(.)/g, "$1") ?? token ?? ""],
    ),
  );
  const get = (name: string) => said.get(name) ?? "";
  const password = accounts.get(get("username"));
  if (password === undefined || get("nonce") !== NONCE || get("uri") !== url) return false;
  const a1 = hash(`${get("username")}:${REALM}:${password}`);
  const a2 = hash(`${method}:${url}`);
  return get("response") === hash(`${a1}:${NONCE}:${get("nc")}:${get("cnonce")}:auth:${a2}`);
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
