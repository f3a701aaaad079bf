import { type CredentialsCallback, firstAnswer, netrcCredentials } from "@anyurl/client";
import { displayText } from "anyurl";
import type { AskSecret } from "../host-io.ts";
import type { Io } from "../io.ts";
import { netrcPath, readNetrcFile } from "./netrc-file.ts";
import type { CredentialOptions } from "./options.ts";

/** What the command has of the world for a login. */
export interface CredentialIo extends Pick<Io, "env" | "signal"> {
  /** `undefined` where there is no terminal: then nobody is asked. */
  readonly askSecret?: AskSecret | undefined;
}

/**
 * Who tells the logins that a URL does not have: the netrc file, then ANYURL_PASSWORD, then whoever sits at the
 * terminal.
 *
 * @throws {LocalError} open-to-others, bad-netrc, no-netrc: of the file, before anything is sent.
 */
export function createCredentials(
  { netrc, netrcFile }: CredentialOptions,
  io: CredentialIo,
): CredentialsCallback {
  const path = netrcFile ?? (netrc === true ? netrcPath(io.env) : undefined);
  return firstAnswer(
    path === undefined ? undefined : netrcCredentials(readNetrcFile(path)),
    environmentCredentials(io),
    promptCredentials(io),
  );
}

/** The password is for the user that the URL names, at the URL's own host; where it was refused it is not said again. */
function environmentCredentials({ env }: CredentialIo): CredentialsCallback {
  return ({ user, wanted, attempt, elsewhere }) => {
    const password = env["ANYURL_PASSWORD"];
    if (password === undefined || wanted !== "password" || user === undefined) return undefined;
    return attempt > 1 || elsewhere ? undefined : { user, password };
  };
}

/** What was answered in this run. A directory that turns out to be one is opened twice, and nobody is asked twice. */
const ANSWERS: WeakMap<CredentialIo, Map<string, string>> = new WeakMap();

function promptCredentials(io: CredentialIo): CredentialsCallback {
  const answers = ANSWERS.get(io) ?? new Map<string, string>();
  ANSWERS.set(io, answers);
  return async ({ scheme, host, port, user, wanted, attempt }) => {
    if (wanted === "user" || user === undefined) return undefined;
    const whose = JSON.stringify([scheme, host, port, user, wanted]);
    const said = attempt > 1 ? undefined : answers.get(whose);
    const again = attempt > 1 ? "the server rejected it; try again: " : "";
    const prompt = displayText(`${again}${wanted} of ${user} for ${scheme} on ${host}, port ${port}: `);
    const answer = said ?? (await io.askSecret?.(`anyurl: ${prompt}`, io.signal));
    if (answer === undefined) return undefined;
    answers.set(whose, answer);
    return { user, [wanted]: answer };
  };
}
