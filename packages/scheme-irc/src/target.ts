import { AccessError, type Login, parseLogin } from "@anyurl/core";
import type { Registration, Target } from "./exchange.ts";
import { checkParameter } from "./message.ts";
import type { IrcSettings } from "./options.ts";
import { DEFAULT_PORT, type IrcUrl } from "./syntax.ts";

/** The nickname of a user who does not choose one. */
const DEFAULT_NICK = "guest";

/** What a URL and the options say of the connection. */
export interface Destination {
  readonly endpoint: { readonly host: string; readonly port: number; readonly tls: boolean };
  readonly who: Registration;
  /** `undefined`: the server itself. */
  readonly target: Target | undefined;
}

/**
 * Returns where to connect, and as whom. Nothing can be opened that would not be sent.
 *
 * @throws {AccessError} unsupported: the host is the name of a network; control-octet: a name, key or password cannot be
 *   sent.
 */
export function toDestination(url: IrcUrl, settings: IrcSettings): Destination {
  const { scheme, parts } = url;
  if (parts.hosttype === "network") {
    throw new AccessError("unsupported", "the host is the name of a network of servers, and not a server", {
      hint: 'write the host of a server of this network, and remove ",isnetwork"',
    });
  }
  const login = parseLogin(url, DEFAULT_PORT[scheme]);
  const name = parts.channel ?? parts.nick;
  const who = toRegistration(login, settings);
  for (const each of [name, parts.key, who.nick, who.userName, who.password])
    if (each !== undefined) checkParameter(each);
  return {
    endpoint: { host: login.hostname, port: login.port, tls: scheme === "ircs" },
    who,
    target: name === undefined ? undefined : { name, isChannel: parts.enttype === "channel", key: parts.key },
  };
}

function toRegistration({ user = "", password }: Login, { nick, realName }: IrcSettings): Registration {
  const isFromUrl = nick === undefined && user !== "";
  const chosen = nick ?? (user === "" ? DEFAULT_NICK : user);
  return {
    nick: chosen,
    nickPart: isFromUrl ? "user" : undefined,
    userName: user === "" ? chosen : user,
    realName,
    password: password === "" ? undefined : password,
  };
}
