import { type CredentialsCallback, firstAnswer, netrcCredentials } from "@anyurl/client";
import { displayText } from "anyurl";
import type { AskLine, AskSecret } from "../host-io.ts";
import type { Io } from "../io.ts";
import { say } from "../language.ts";
import type { GivenUser, NetworkOptions } from "../verbs/common/options.ts";
import { netrcPath, readNetrcFile } from "./netrc-file.ts";

/** The parts of the environment that a login needs. */
export interface CredentialIo extends Pick<Io, "env" | "signal"> {
  /** `undefined` if there is no terminal: then the user is not asked. */
  readonly askSecret?: AskSecret | undefined;
  readonly askLine?: AskLine | undefined;
}

/** A login that the user has typed. */
export interface TypedLogin {
  readonly host: string;
  readonly user: string;
  readonly password: string;
}

/**
 * Creates the credentials for URLs without a complete login: from -u, the netrc file, then ANYURL_PASSWORD, then the user
 * at the terminal.
 *
 * @param onTyped called with each login whose password the user has typed.
 * @throws {LocalError} open-to-others, bad-netrc, no-netrc: of the file, before anything is sent.
 */
export function createCredentials(
  { user, netrc, netrcFile }: Pick<NetworkOptions, "user" | "netrc" | "netrcFile">,
  io: CredentialIo,
  onTyped: (login: TypedLogin) => void = () => {},
): CredentialsCallback {
  const path = netrcFile ?? (netrc === true ? netrcPath(io.env) : undefined);
  return firstAnswer(
    user === undefined ? undefined : givenCredentials(user),
    path === undefined ? undefined : netrcCredentials(readNetrcFile(path)),
    environmentCredentials(io),
    promptCredentials(io, onTyped),
  );
}

/** The login of -u is for the server of the URL; it is not sent again after a rejection. */
function givenCredentials(given: GivenUser): CredentialsCallback {
  const { password } = given;
  return ({ user = given.user, wanted, attempt, elsewhere }) => {
    if (elsewhere || attempt > 1 || user !== given.user) return undefined;
    if (wanted === "account" || (wanted === "password" && password === undefined)) return undefined;
    return { user, ...(password !== undefined && { password }) };
  };
}

/** The password is for the user and the host of the URL; it is not sent again after a rejection. */
function environmentCredentials({ env }: CredentialIo): CredentialsCallback {
  return ({ user, wanted, attempt, elsewhere }) => {
    const password = env["ANYURL_PASSWORD"];
    if (password === undefined || wanted !== "password" || user === undefined) return undefined;
    return attempt > 1 || elsewhere ? undefined : { user, password };
  };
}

/** The logins that the user has typed in this run, by server and user. A URL that is opened twice asks once. */
const ANSWERS: WeakMap<CredentialIo, Map<string, string>> = new WeakMap();

function promptCredentials(io: CredentialIo, onTyped: (login: TypedLogin) => void): CredentialsCallback {
  const answers = ANSWERS.get(io) ?? new Map<string, string>();
  ANSWERS.set(io, answers);
  return async ({ scheme, host, port, user, wanted, attempt, optional }) => {
    if (optional === true || (wanted !== "user" && user === undefined)) return undefined;
    const whose = JSON.stringify([scheme, host, port, user, wanted]);
    const said = attempt > 1 ? undefined : answers.get(whose);
    const again = attempt > 1 ? `${say("the server rejected it; try again")}: ` : "";
    const question =
      user === undefined
        ? say(`${wanted} for ${scheme} on ${host}, port ${port}`)
        : say(`${wanted} of ${user} for ${scheme} on ${host}, port ${port}`);
    const prompt = `anyurl: ${displayText(`${again}${question}: `)}`;
    const ask = wanted === "user" ? io.askLine : io.askSecret;
    const answer = said ?? (await ask?.(prompt, io.signal));
    if (answer === undefined || (wanted === "user" && answer.trim() === "")) return undefined;
    answers.set(whose, answer);
    if (wanted === "user") return { user: answer.trim() };
    if (wanted === "password") onTyped({ host, user: user!, password: answer });
    return { user: user!, [wanted]: answer };
  };
}
