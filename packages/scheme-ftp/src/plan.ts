import { DEFAULT_LIMITS, noPlanError, octetsOf, type Plan, parseLogin, textOf } from "@anyurl/core";
import { createPlan, type Exchange, type IdealPeer } from "@anyurl/core/exchange";
import { makeDirectory, remove } from "./change.ts";
import { type Control, createControl } from "./control.ts";
import { describe } from "./describe.ts";
import { list } from "./list.ts";
import type { FtpLogin } from "./login.ts";
import { type FtpSettings, ftpOptions } from "./options.ts";
import { retrieve } from "./retrieve.ts";
import { stat } from "./stat.ts";
import { store } from "./store.ts";
import { DEFAULT_PORT, type FtpParts, type FtpUrl } from "./syntax.ts";

/**
 * Returns the plan of an operation on a new connection.
 *
 * @throws {AccessError} control-octet, too-long, bad-option; unsupported: the operation has no plan.
 */
export function plan(url: FtpUrl, operation = "get", options: FtpSettings = ftpOptions.defaults): Plan {
  const { user, password, hostname, port } = parseLogin(url, DEFAULT_PORT[url.scheme]);
  const login: FtpLogin = {
    user,
    // A password that the caller will supply is shown masked.
    password: password ?? "***",
    implicitTls: url.scheme === "ftps",
    ...(user === "" && { user: "***" }),
  };
  const control = createControl({ limits: DEFAULT_LIMITS, options });
  const exchange = EXCHANGES.get(operation);
  if (exchange === undefined) throw noPlanError("ftp", operation, [...EXCHANGES.keys()]);
  return createPlan(exchange(control, login, url.parts), {
    operation,
    endpoint: { host: hostname, port },
    parts: describe(url),
    peer,
    cite: "RFC 959",
  });
}

type Planned = (control: Control, login: FtpLogin, parts: FtpParts) => Exchange<unknown, unknown>;

const EXCHANGES: ReadonlyMap<string, Planned> = new Map<string, Planned>([
  ["get", retrieve],
  ["list", (control, login, parts) => list(control, login, parts, new Date(0))],
  ["stat", stat],
  ["put", (control, login, parts) => store(control, login, parts, "STOR")],
  ["append", (control, login, parts) => store(control, login, parts, "APPE")],
  ["remove", remove],
  ["makeDirectory", makeDirectory],
]);

/** An ideal server, which supports and accepts all commands. */
const peer: IdealPeer = (sent, on) => {
  if (on !== "control") return undefined;
  if (sent === undefined) return octetsOf("220 ready\r\n");
  const verb = /^[A-Z]+/.exec(textOf(sent))?.[0] ?? "";
  return [REPLIES[verb] ?? "200 done\r\n"].flat().map((each) => octetsOf(each));
};

const TRANSFER = "150 opening data connection\r\n226 transfer complete\r\n";
/** The second reply is sent only after the upload is complete. */
const UPLOAD = ["150 ready for data\r\n", "226 transfer complete\r\n"];

/** Of commands for which 200 is not enough. */
const REPLIES: Readonly<Record<string, string | readonly string[]>> = {
  AUTH: "234 start TLS\r\n",
  USER: "331 password\r\n",
  PASS: "230 welcome\r\n",
  FEAT: "211-features\r\n MLST type*;size*;modify*;\r\n UTF8\r\n211 end\r\n",
  SIZE: "213 0\r\n",
  MDTM: "213 19941201000000\r\n",
  MLST: "250-here\r\n type=file;size=0; name\r\n250 end\r\n",
  EPSV: "229 passive (|||65535|)\r\n",
  RETR: TRANSFER,
  NLST: TRANSFER,
  MLSD: TRANSFER,
  STOR: UPLOAD,
  APPE: UPLOAD,
};
