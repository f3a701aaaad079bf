import { appendFileSync, chmodSync, existsSync } from "node:fs";
import { findNetrcEntry } from "@anyurl/client";
import { displayText } from "anyurl";
import { toLocalError } from "../errors.ts";
import type { Io } from "../io.ts";
import { say } from "../language.ts";
import { confirm } from "../terminal/confirm.ts";
import type { NetworkOptions } from "../verbs/common/options.ts";
import type { TypedLogin } from "./create-credentials.ts";
import { netrcPath, readNetrcFile } from "./netrc-file.ts";

/** The logins that were typed for calls that have succeeded. */
export class TypedLogins {
  readonly #logins: Map<string, TypedLogin> = new Map();

  readonly add = (login: TypedLogin): void => {
    // The second attempt replaces a rejected password.
    this.#logins.set(JSON.stringify([login.host, login.user]), login);
  };

  /**
   * Offers to write each login to the netrc file, unless the file has a login of that user for that host.
   *
   * @throws {LocalError} the file cannot be read or written, or other users can read it.
   */
  async offerToSave(
    { netrcFile, quiet }: NetworkOptions & { readonly quiet?: boolean },
    io: Io,
  ): Promise<void> {
    if (quiet === true || io.askLine === undefined) return;
    for (const login of this.#logins.values()) {
      const path = netrcFile ?? netrcPath(io.env);
      if (existsSync(path) && findNetrcEntry(readNetrcFile(path), login)?.host !== undefined) continue;
      const question = displayText(
        `Save the login of ${login.user} on ${login.host} in ${path}, unencrypted?`,
      );
      if ((await confirm(question, io)) !== true) continue;
      appendLogin(path, login);
      await io.stderr.write(`${displayText(say(`saved in ${path}: --netrc reads it`))}\n`);
    }
  }
}

function appendLogin(path: string, { host, user, password }: TypedLogin): void {
  const isNew = !existsSync(path);
  const words = ["machine", quote(host), "login", quote(user), "password", quote(password)];
  try {
    // A line feed first: the last line of the file may have none.
    appendFileSync(path, `${isNew ? "" : "\n"}${words.join(" ")}\n`, { mode: 0o600 });
    if (isNew) chmodSync(path, 0o600);
  } catch (error) {
    throw toLocalError(error, path);
  }
}

/** A word of a netrc file, in quotation marks, with "\\" before a quotation mark and before itself. */
function quote(word: string): string {
  return `"${word.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
