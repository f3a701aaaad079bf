import type { ProxyLogin, ProxyLoginCallback } from "@anyurl/client";
import { displayText } from "anyurl";
import { say } from "../language.ts";
import type { CredentialIo } from "./create-credentials.ts";

/** The logins that the user has typed in this run, by proxy: several clients ask once. */
const ANSWERS: WeakMap<CredentialIo, Map<string, ProxyLogin>> = new WeakMap();

/** Asks the user for the login at a proxy that requires one. `undefined` without a terminal. */
export function createProxyPrompt(io: CredentialIo): ProxyLoginCallback | undefined {
  const { askLine, askSecret, signal } = io;
  if (askLine === undefined || askSecret === undefined) return undefined;
  const answers = ANSWERS.get(io) ?? new Map<string, ProxyLogin>();
  ANSWERS.set(io, answers);
  return async ({ proxy, attempt }) => {
    const known = attempt === 1 ? answers.get(proxy) : undefined;
    if (known !== undefined) return known;
    const again = attempt > 1 ? `${say("the proxy rejected it; try again")}: ` : "";
    const user = await askLine(
      `anyurl: ${displayText(`${again}${say(`user for the proxy ${proxy}`)}: `)}`,
      signal,
    );
    if (user === undefined || user.trim() === "") return undefined;
    const whose = say(`password of ${user.trim()} for the proxy ${proxy}`);
    const password = await askSecret(`anyurl: ${displayText(`${whose}: `)}`, signal);
    if (password === undefined) return undefined;
    const login = { user: user.trim(), password };
    answers.set(proxy, login);
    return login;
  };
}
