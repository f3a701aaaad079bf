import { createRegistry, isAccessError } from "@anyurl/core";
import type { Credentials } from "@anyurl/core/exchange";
import ssh2 from "ssh2";
import { describe, expect, it } from "vitest";
import { stat } from "../src/access.ts";
import { type SftpOptions, type SftpUrl, sftp } from "../src/index.ts";
import { createHostKey } from "./host-keys.ts";
import { createContext, startTableServer } from "./replies/world.ts";

/* Logins (RFC 4252): what the server gets, what the caller is asked for, and the error of a refusal. */

const urls = createRegistry(sftp);
const KEY = createHostKey();
const OTHER_KEY = createHostKey();

interface Prompt {
  readonly prompt: string;
  readonly echo: boolean;
}

interface Server {
  /** What the server offers after a refusal. */
  readonly offers: readonly ssh2.AuthenticationType[];
  /** The attempt that it accepts. */
  readonly accepts?: string;
  readonly prompts?: readonly Prompt[];
}

/** Answers logins, and shows each attempt: "method user secret". */
function authenticate({ offers, accepts, prompts = [] }: Server, attempts: string[]) {
  return (login: ssh2.AuthContext) => {
    const decide = (attempt: string) => {
      attempts.push(attempt);
      if (attempt === accepts) login.accept();
      else login.reject([...offers]);
    };
    const { method, username } = login;
    if (login.method === "password") decide(`password ${username} ${login.password}`);
    else if (login.method === "keyboard-interactive") {
      const show = (answers: readonly string[]) => decide(`answers ${username} ${JSON.stringify(answers)}`);
      login.prompt([...prompts], show as never);
    } else if (login.method === "publickey") {
      const known = ssh2.utils.parseKey(KEY.public) as ssh2.ParsedKey;
      const name = known.getPublicSSH().equals(login.key.data) ? "known" : "other";
      // Without a signature, the client asks whether the key would do (RFC 4252 §7).
      if (login.signature === undefined && name === "known") login.accept();
      else decide(`publickey ${username} ${name}`);
    } else decide(`${method} ${username}`);
  };
}

interface Row {
  readonly what: string;
  readonly login?: string;
  readonly options?: SftpOptions;
  readonly answers?: Credentials;
  readonly server: Server;
  readonly gives: string;
  readonly attempts: readonly string[];
  readonly asks: readonly string[];
}

const PASSWORD: Server = { offers: ["password"], accepts: "password ann pw" };
const PROMPT: Prompt = { prompt: "Password: ", echo: false };
const HIDDEN: Server = { offers: ["keyboard-interactive"], accepts: 'answers ann ["pw"]', prompts: [PROMPT] };
const REJECTED = "auth-failed: the server rejected the login";
const USER = "auth-required: sftp requires a user; write sftp://USER@HOST/…";
const REQUIRED =
  "auth-required: the server requires a password; " +
  "add the password to the client's credentials, or set the sftp option privateKey or agent";
const NO_KEY = "bad-option: the sftp option privateKey is not a private key without a passphrase";

const ROWS: readonly Row[] = [
  {
    what: "the password that the caller gives, after the server says that it takes one",
    ...{ login: "ann@", answers: { password: "pw" }, server: PASSWORD, gives: "file" },
    attempts: ["none ann", "password ann pw"],
    asks: ["password of ann at h.example:22 (sftp)"],
  },
  {
    what: "the password of the URL",
    ...{ login: "ann:pw@", server: PASSWORD, gives: "file" },
    ...{ attempts: ["none ann", "password ann pw"], asks: [] },
  },
  {
    what: "an empty password of the URL",
    ...{ login: "ann:@", server: { ...PASSWORD, accepts: "password ann " }, gives: "file" },
    ...{ attempts: ["none ann", "password ann "], asks: [] },
  },
  {
    what: "a server that lets everybody in",
    ...{ login: "ann@", server: { offers: [], accepts: "none ann" }, gives: "file" },
    ...{ attempts: ["none ann"], asks: [] },
  },
  {
    what: "the user and the password that the caller gives at once",
    ...{ answers: { user: "ann", password: "pw" }, server: PASSWORD, gives: "file" },
    attempts: ["none ann", "password ann pw"],
    asks: ["user of undefined at h.example:22 (sftp)"],
  },
  {
    what: "an empty user of the URL, who is asked for",
    ...{ login: "@", answers: { user: "ann", password: "pw" }, server: PASSWORD, gives: "file" },
    attempts: ["none ann", "password ann pw"],
    asks: ["user of undefined at h.example:22 (sftp)"],
  },
  {
    what: "a user without a password, who is asked for it",
    ...{ answers: { user: "ann" }, server: PASSWORD, gives: REQUIRED, attempts: ["none ann"] },
    asks: ["user of undefined at h.example:22 (sftp)", "password of ann at h.example:22 (sftp)"],
  },
  {
    what: "no user",
    ...{ answers: {}, server: PASSWORD, gives: USER, attempts: [] },
    asks: ["user of undefined at h.example:22 (sftp)"],
  },
  {
    what: "an empty user of the caller",
    ...{ answers: { user: "" }, server: PASSWORD, gives: USER, attempts: [] },
    asks: ["user of undefined at h.example:22 (sftp)"],
  },
  {
    what: "no password",
    ...{ login: "ann@", answers: {}, server: PASSWORD, gives: REQUIRED, attempts: ["none ann"] },
    asks: ["password of ann at h.example:22 (sftp)"],
  },
  {
    what: "a wrong password, which is sent once",
    ...{ login: "ann@", answers: { password: "no" }, server: PASSWORD, gives: REJECTED },
    attempts: ["none ann", "password ann no"],
    asks: ["password of ann at h.example:22 (sftp)"],
  },
  {
    what: "a server that takes only keys: no password is asked for",
    ...{ login: "ann@", server: { offers: ["publickey"] }, gives: REJECTED },
    ...{ attempts: ["none ann"], asks: [] },
  },
  {
    what: "a prompt whose answer is hidden (RFC 4256)",
    ...{ login: "ann:pw@", server: HIDDEN, gives: "file" },
    ...{ attempts: ["none ann", 'answers ann ["pw"]'], asks: [] },
  },
  {
    what: "a prompt whose answer is shown does not get the password",
    ...{ login: "ann:pw@", server: { ...HIDDEN, prompts: [{ ...PROMPT, echo: true }] }, gives: REJECTED },
    ...{ attempts: ["none ann", 'answers ann [""]'], asks: [] },
  },
  {
    what: "two prompts do not get the password",
    ...{ login: "ann:pw@", server: { ...HIDDEN, prompts: [PROMPT, PROMPT] }, gives: REJECTED },
    ...{ attempts: ["none ann", 'answers ann ["",""]'], asks: [] },
  },
  {
    what: "a request without prompts",
    ...{ login: "ann:pw@", server: { ...HIDDEN, accepts: "answers ann []", prompts: [] }, gives: "file" },
    ...{ attempts: ["none ann", "answers ann []"], asks: [] },
  },
  {
    what: "the password before a prompt",
    ...{ login: "ann:pw@", gives: "file", attempts: ["none ann", "password ann pw"], asks: [] },
    server: { ...PASSWORD, offers: ["keyboard-interactive", "password"] },
  },
  {
    what: "a private key, without a question",
    ...{ login: "ann@", options: { privateKey: KEY.private }, gives: "file" },
    server: { offers: ["publickey", "password"], accepts: "publickey ann known" },
    ...{ attempts: ["publickey ann known"], asks: [] },
  },
  {
    what: "a private key that the server does not know, and then the password",
    ...{ login: "ann@", options: { privateKey: OTHER_KEY.private }, answers: { password: "pw" } },
    server: { offers: ["publickey", "password"], accepts: "password ann pw" },
    ...{ gives: "file", attempts: ["publickey ann other", "password ann pw"] },
    asks: ["password of ann at h.example:22 (sftp)"],
  },
  {
    what: "a private key of a server that takes nothing else",
    ...{ login: "ann@", options: { privateKey: OTHER_KEY.private }, server: { offers: ["publickey"] } },
    ...{ gives: REJECTED, attempts: ["publickey ann other"], asks: [] },
  },
  {
    what: "a text that is not a private key",
    ...{ login: "ann@", options: { privateKey: "no key" }, server: PASSWORD },
    ...{ gives: NO_KEY, attempts: [], asks: [] },
  },
  {
    what: "a public key in place of a private one",
    ...{ login: "ann:pw@", options: { privateKey: KEY.public }, server: PASSWORD },
    ...{ gives: NO_KEY, attempts: [], asks: [] },
  },
  {
    what: "an agent that does not answer",
    ...{ login: "ann:pw@", options: { agent: "/nonexistent/agent.sock" }, server: PASSWORD },
    gives: "auth-failed: the SSH agent failed; check the sftp option agent",
    ...{ attempts: [], asks: [] },
  },
];

describe("a login with", () => {
  it.each(ROWS)("$what", async ({ login = "", options, answers, server: how, gives, attempts, asks }) => {
    const got: string[] = [];
    const asked: string[] = [];
    const server = startTableServer({
      authenticate: authenticate(how, got),
      replies: { STAT: [["ATTRS", { mode: "100644" }]] },
    });
    const context = createContext(server, {
      options: { acceptHostKey: () => true, ...options },
      ask: ({ scheme, host, port, user, wanted }) => {
        asked.push(`${wanted} of ${user} at ${host}:${port} (${scheme})`);
        return answers;
      },
    });
    const result = await stat(urls.parse(`sftp://${login}h.example/a`) as SftpUrl, context).then(
      ({ kind }) => kind,
      (error: unknown) => {
        if (!isAccessError(error)) throw error;
        const { code, message, hint } = error;
        return `${code}: ${message}${hint === undefined ? "" : `; ${hint}`}`;
      },
    );
    expect({ result, got, asked }).toEqual({ result: gives, got: attempts, asked: asks });
  });
});
