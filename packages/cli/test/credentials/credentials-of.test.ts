import { chmod, writeFile } from "node:fs/promises";
import { inspect } from "node:util";
import { Transcript } from "@anyurl/client";
import { type EmbeddedServer, startFtpServer } from "@anyurl/servers";
import { createAnyurl } from "anyurl";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CredentialIo, createCredentials } from "../../src/credentials/create-credentials.ts";
import type { AskSecret } from "../../src/host-io.ts";
import { failureAnswer, failureLines } from "../../src/render/failure.ts";
import { createPainter } from "../../src/render/style.ts";
import type { NetworkOptions } from "../../src/verbs/common/options.ts";
import { scratchDirectory } from "../scratch-directory.ts";

/** A random secret for each run, with every character that some syntax escapes. */
const SECRET = `s3cr:t/@%é ${Math.random().toString(36).slice(2)}`;
const WRONG = `wr0ng:/@%é ${Math.random().toString(36).slice(2)}`;

let server: EmbeddedServer;
const here = scratchDirectory({ forAll: true });
beforeAll(async () => {
  server = await startFtpServer({ accounts: { alice: { password: SECRET, home: ["home", "alice"] } } });
});
afterAll(() => server.close());

async function netrcOf(text: string): Promise<string> {
  const file = here(`${Math.random()}`);
  await writeFile(file, text);
  await chmod(file, 0o600);
  return file;
}

const quoted = (text: string) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

const ioWith = (env: Record<string, string> = {}, askSecret?: AskSecret): CredentialIo => ({
  env,
  signal: new AbortController().signal,
  askSecret,
});

/** A user who types these answers, and the prompts they saw. */
function typist(...answers: readonly (string | undefined)[]) {
  const prompts: string[] = [];
  const askSecret: AskSecret = async (prompt) => answers[prompts.push(prompt) - 1];
  return { prompts, askSecret };
}

/** Opens a URL of alice and returns its text or the error code, and everything that could be printed. */
async function opened(
  options: Pick<NetworkOptions, "netrc" | "netrcFile">,
  io: CredentialIo,
  userinfo = "alice@",
) {
  const url = `ftp://${userinfo}${server.host}:${server.port}/where.txt`;
  const transcript = new Transcript();
  const { get } = createAnyurl({ credentials: createCredentials(options, io) });
  let told: string;
  let shown = "";
  try {
    told = await (await get(url, { transcript })).text();
  } catch (error) {
    told = (error as { code: string }).code;
    const out = { isTerminal: false, columns: 80, write: async () => {} };
    shown = [
      ...failureLines(error, url, createPainter(out, {}), 80),
      JSON.stringify(failureAnswer(error, url)),
      inspect(error, { depth: 9, showHidden: true }),
    ].join("\n");
  }
  shown += JSON.stringify(transcript.entries);
  for (const secret of [SECRET, WRONG]) {
    const base64 = Buffer.from(secret).toString("base64").replace(/=+$/, "");
    for (const spelling of [secret, encodeURIComponent(secret), base64])
      expect(shown).not.toContain(spelling);
  }
  return told;
}

const INSIDE = expect.stringContaining("alice");

describe("credentials", () => {
  test("come from a netrc file: by path, by NETRC, or in the home directory", async () => {
    const netrcFile = await netrcOf(`machine ${server.host} login alice password ${quoted(SECRET)}`);
    expect(await opened({ netrcFile }, ioWith())).toEqual(INSIDE);
    expect(await opened({ netrc: true }, ioWith({ NETRC: netrcFile }))).toEqual(INSIDE);
    await writeFile(here(".netrc"), `default login alice password ${quoted(SECRET)}`);
    await chmod(here(".netrc"), 0o600);
    expect(await opened({ netrc: true }, ioWith({ HOME: here() }))).toEqual(INSIDE);
    expect(await opened({}, ioWith({ HOME: here() }))).toBe("auth-required");
  });

  test("come from the environment if the file has none for the user", async () => {
    expect(await opened({}, ioWith({ ANYURL_PASSWORD: SECRET }))).toEqual(INSIDE);
    const right = await netrcOf(`machine ${server.host} login alice password ${quoted(SECRET)}`);
    expect(await opened({ netrcFile: right }, ioWith({ ANYURL_PASSWORD: WRONG }))).toEqual(INSIDE);
    const other = await netrcOf(`machine ${server.host} login bob password ${quoted(WRONG)}`);
    expect(await opened({ netrcFile: other }, ioWith({ ANYURL_PASSWORD: SECRET }))).toEqual(INSIDE);
  });

  test("come from a prompt that names user and server, once per run", async () => {
    const { prompts, askSecret } = typist(SECRET);
    const io = ioWith({}, askSecret);
    expect(await opened({}, io)).toEqual(INSIDE);
    expect(await opened({}, io)).toEqual(INSIDE);
    expect(prompts).toEqual([`anyurl: password of alice for ftp on ${server.host}, port ${server.port}: `]);
  });

  test("come from the URL first", async () => {
    const { prompts, askSecret } = typist(WRONG);
    const io = ioWith({ ANYURL_PASSWORD: WRONG }, askSecret);
    expect(await opened({}, io, `alice:${encodeURIComponent(SECRET)}@`)).toEqual(INSIDE);
    expect(await opened({}, io, `alice:${encodeURIComponent(WRONG)}@`)).toBe("auth-failed");
    expect(prompts).toEqual([]);
  });
});

describe("without matching credentials", () => {
  test("does not prompt without a terminal", async () => {
    expect(await opened({}, ioWith())).toBe("auth-required");
    expect(await opened({}, ioWith({ ANYURL_PASSWORD: WRONG }))).toBe("auth-failed");
    expect(await opened({}, ioWith({}, typist(WRONG).askSecret))).toBe("auth-failed");
    expect(await opened({}, ioWith({}, typist(undefined).askSecret))).toBe("auth-required");
  });

  test("ignores the login of another user or host", async () => {
    const text = `machine other.example login alice password ${quoted(SECRET)}
      machine ${server.host} login bob password ${quoted(SECRET)}
      machine ${server.host} password ${quoted(SECRET)}
      machine ${server.host} login alice
      default login carol password ${quoted(SECRET)}`;
    expect(await opened({ netrcFile: await netrcOf(text) }, ioWith())).toBe("auth-required");
  });

  test("logs in as anonymous without a prompt if the URL has no user", async () => {
    const { prompts, askSecret } = typist(WRONG);
    const io = ioWith({ ANYURL_PASSWORD: WRONG }, askSecret);
    const { get } = createAnyurl({ credentials: createCredentials({}, io) });
    const text = (await get(`ftp://${server.host}:${server.port}/welcome.txt`)).text();
    expect(await text).not.toBe("");
    expect(prompts).toEqual([]);
  });
});

const question = {
  scheme: "ftp",
  host: "h",
  port: 21,
  user: "alice",
  wanted: "password",
  attempt: 1,
  elsewhere: false,
} as const;

test("uses the password of the environment only for the host of the URL, and only once", async () => {
  const tell = createCredentials({}, ioWith({ ANYURL_PASSWORD: SECRET }));
  expect(await tell(question)).toEqual({ user: "alice", password: SECRET });
  expect(await tell({ ...question, elsewhere: true })).toBeUndefined();
  expect(await tell({ ...question, attempt: 2 })).toBeUndefined();
  expect(await tell({ ...question, wanted: "account" })).toBeUndefined();
});

test("prompts again after a rejected login, and escapes control characters in the prompt", async () => {
  const { prompts, askSecret } = typist("one", "two", "acct");
  const tell = createCredentials({}, ioWith({}, askSecret));
  expect(await tell({ ...question, user: "a\x1b[2J" })).toMatchObject({ password: "one" });
  expect(await tell({ ...question, user: "a\x1b[2J", attempt: 2 })).toMatchObject({ password: "two" });
  expect(await tell({ ...question, user: "a\x1b[2J" })).toMatchObject({ password: "two" });
  expect(await tell({ ...question, wanted: "account" })).toEqual({ user: "alice", account: "acct" });
  expect(prompts.length).toBe(3);
  expect(prompts.join("")).not.toContain("\x1b");
  expect(prompts[1]).toContain("rejected");
});
