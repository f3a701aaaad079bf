import { AccessError, isAccessError, type Login, parseLogin } from "@anyurl/core";
import { type Context, type Endpoint, type Exchange, perform } from "@anyurl/core/exchange";
import { type Control, type ControlState, createControl } from "./control.ts";
import { type Ask, type FtpLogin, getLoginKey } from "./login.ts";
import type { FtpSettings } from "./options.ts";
import { DEFAULT_PORT, type FtpUrl } from "./syntax.ts";

/** The events of an exchange without its requests for credentials. */
type Told<E> = Exclude<E, Ask>;

/** A running exchange: its first event, and the rest. */
export interface Begun<E, R> {
  readonly first: IteratorResult<Told<E>, R>;
  readonly rest: AsyncGenerator<Told<E>, R, void>;
  readonly control: Pick<Control, "lastCode">;
}

/** Performs an exchange like {@link begun} and yields all its events. */
export async function* session<E>(
  url: FtpUrl,
  context: Context<FtpSettings>,
  exchange: (control: Control, login: FtpLogin) => Exchange<E>,
): AsyncGenerator<Told<E>, void, void> {
  const { first, rest } = await begun(url, context, exchange);
  try {
    for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return();
  }
}

/**
 * Performs an exchange with the server of a URL until its first event, and answers its requests for credentials. Uses a
 * pooled connection if there is one, else a new one. A stale pooled connection is replaced once by a new one. The
 * caller must close `rest`.
 */
export async function begun<E, R>(
  url: FtpUrl,
  context: Context<FtpSettings>,
  exchange: (control: Control, login: FtpLogin) => Exchange<E, R>,
): Promise<Begun<E, R>> {
  const { options } = context;
  const place = parseLogin(url, DEFAULT_PORT[url.scheme]);
  const own: FtpLogin = { user: place.user, password: place.password, implicitTls: url.scheme === "ftps" };
  // Do the URL and the options determine the user?
  const isComplete = own.user === undefined ? options.login !== "ask" : own.user !== "";
  const login = isComplete ? own : await completed(own, url, place, context);
  try {
    return await begunAs(login, url, place, context, exchange);
  } catch (error) {
    if (login.user !== undefined || !isLoginRequired(error)) throw error;
    const other = await asked(own, url, place, context);
    if (other === undefined) throw anonymousError(error);
    return begunAs(other, url, place, context, exchange);
  }
}

/** Begins with a login, whose connections are not those of another one. */
async function begunAs<E, R>(
  login: FtpLogin,
  url: FtpUrl,
  place: Login,
  context: Context<FtpSettings>,
  exchange: (control: Control, login: FtpLogin) => Exchange<E, R>,
): Promise<Begun<E, R>> {
  const { limits, options } = context;
  // Run to the first step before connecting, so that commands that cannot be sent fail here.
  const beforeNew = () => void exchange(createControl({ limits, options }), login).next();
  if (context.lease === undefined) beforeNew();
  const { hostname: host, port } = place;
  const endpoint: Endpoint = login.implicitTls === true ? { host, port, tls: true } : { host, port };
  const key = getLoginKey(login, options);
  for (let fresh = false; ; fresh = true) {
    const lease = await context.lease?.(endpoint, { key, fresh, beforeNew });
    const known = lease?.state as ControlState | undefined;
    const peer = lease?.peerState as ControlState | undefined;
    const control = createControl({ limits, options, known, peer, isKept: lease !== undefined });
    const connection = lease ?? (await context.connect(endpoint));
    const rest = perform(exchange(control, login), connection, context) as Begun<E, R>["rest"];
    try {
      let first = await rest.next();
      while (first.done !== true && isAsk(first.value)) {
        await answer(first.value, url, { ...place, user: login.user }, context);
        first = await rest.next();
      }
      return { first, rest, control };
    } catch (error) {
      await rest.return(undefined as R);
      if (!isStale(control, error) || context.signal.aborted) throw error;
    }
  }
}

/** Returns whether a pooled connection was closed, or cannot return to the login directory. */
function isStale({ isReused, isLost, hasAnswered }: Control, error: unknown): boolean {
  if (!isReused) return false;
  if (isLost) return true;
  if (!isAccessError(error)) return false;
  return error.replyCode === 421 || (!hasAnswered && (error.code === "truncated" || error.code === "desync"));
}

/** Did the server refuse an anonymous user with 530? A server that wants TLS first says so with the same code. */
function isLoginRequired(error: unknown): error is AccessError {
  return isAccessError(error) && error.replyCode === 530 && !/\b(?:TLS|SSL|encrypt)/i.test(error.reply ?? "");
}

function anonymousError({ reply, replyCode }: AccessError): AccessError {
  return new AccessError("auth-required", "the server does not allow anonymous logins for this", {
    ...{ reply, replyCode },
    hint: "add a user to the URL, or set the client's credentials",
  });
}

/** The login of the caller for a server; `undefined` if it has none. */
async function asked(
  login: FtpLogin,
  { scheme }: FtpUrl,
  { hostname, port }: Login,
  context: Context<FtpSettings>,
  optional?: true,
): Promise<FtpLogin | undefined> {
  const request = { scheme, host: hostname, port, user: undefined, wanted: "user" } as const;
  const given = await context.ask(optional ? { ...request, optional } : request);
  if (given?.user === undefined || given.user === "") return undefined;
  return { ...login, user: given.user, password: given.password ?? login.password, asked: true };
}

async function completed(
  login: FtpLogin,
  url: FtpUrl,
  place: Login,
  context: Context<FtpSettings>,
): Promise<FtpLogin> {
  const isAnonymous = login.user === undefined;
  const given = await asked(login, url, place, context, isAnonymous || undefined);
  if (given !== undefined) return given;
  if (isAnonymous) return login;
  // An empty user differs from a missing one (RFC 1738 §3.1): it never means anonymous.
  throw new AccessError("auth-required", "the URL has an empty user name, and no login is configured", {
    hint: 'remove the "@" to log in as anonymous',
  });
}

async function answer(
  question: Ask,
  { scheme }: FtpUrl,
  { user, hostname, port }: Login,
  context: Context<FtpSettings>,
): Promise<void> {
  question.answer = await context.ask({
    scheme,
    host: hostname,
    port,
    user,
    wanted: question.wanted,
  });
}

function isAsk(event: unknown): event is Ask {
  const wanted = (event as Partial<Ask>).wanted;
  return wanted === "password" || wanted === "account";
}
