import { AccessError, isAccessError } from "@anyurl/core";
import type { CallScope } from "../call/call-scope.ts";
import { findLoginFault, type ProxyLogin, type ProxyServer } from "./proxy.ts";

/** What a caller needs to know to answer for the login at a proxy. */
export interface ProxyLoginQuestion {
  /** For example "http://proxy.example:3128": without a login. */
  readonly proxy: string;
  /** 2 if the proxy rejected a login. There is no third attempt. */
  readonly attempt: 1 | 2;
}

/** Returns the login at a proxy, or `undefined` if it does not know one. It is sent to this proxy only. */
export type ProxyLoginCallback = (
  question: ProxyLoginQuestion,
) => ProxyLogin | undefined | Promise<ProxyLogin | undefined>;

/** The answers of the callback for one proxy of one client. */
interface Answers {
  login?: ProxyLogin | undefined;
  /** The question that several calls wait for. */
  asking?: Promise<ProxyLogin | undefined> | undefined;
}

const ANSWERS: WeakMap<ProxyServer, Answers> = new WeakMap();

/** Returns the login that a proxy gets: the last answer of the callback, or the login in its URL. */
export function findProxyLogin(proxy: ProxyServer): ProxyLogin | undefined {
  return ANSWERS.get(proxy)?.login ?? proxy.login;
}

/**
 * Runs an attempt again with the answer of the callback if the proxy requires a login. Calls at the same time ask one
 * question.
 *
 * @param attempt uses {@link findProxyLogin}.
 * @throws {AccessError} proxy-auth-required: the callback has no answer, or the proxy rejected two logins.
 */
export async function withProxyLogin<T>(
  proxy: ProxyServer,
  callback: ProxyLoginCallback,
  call: Pick<CallScope, "unlessAborted">,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let rejections = 0; ; ) {
    const login = findProxyLogin(proxy);
    try {
      return await attempt();
    } catch (error) {
      if (!isAccessError(error) || error.code !== "proxy-auth-required") throw error;
      if (login !== undefined) rejections += 1;
      if (rejections === MAX_REJECTIONS) throw error;
      // Another call may have asked since.
      if (findProxyLogin(proxy) !== login) continue;
      const answer = await call.unlessAborted(askOnce(proxy, callback, login === undefined ? 1 : 2));
      if (answer === undefined) throw error;
    }
  }
}

const MAX_REJECTIONS = 2;

async function askOnce(
  proxy: ProxyServer,
  callback: ProxyLoginCallback,
  attempt: 1 | 2,
): Promise<ProxyLogin | undefined> {
  const answers = ANSWERS.get(proxy) ?? {};
  ANSWERS.set(proxy, answers);
  answers.asking ??= ask(proxy, callback, attempt).finally(() => {
    answers.asking = undefined;
  });
  const login = await answers.asking;
  if (login !== undefined) answers.login = login;
  return login;
}

async function ask(
  { kind, shown }: ProxyServer,
  callback: ProxyLoginCallback,
  attempt: 1 | 2,
): Promise<ProxyLogin | undefined> {
  const login = await callback({ proxy: shown, attempt });
  if (login === undefined) return undefined;
  const fault = findLoginFault(kind, login);
  if (fault === undefined) return { user: login.user, password: login.password };
  throw new AccessError("proxy-auth-required", `${shown}: cannot send the login: ${fault}`);
}
