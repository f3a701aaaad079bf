import { inspect } from "node:util";
import {
  AccessError,
  defineScheme,
  type Entity,
  octetsOf,
  parseLogin,
  type Scheme,
  type Url,
} from "@anyurl/core";
import type { Context, Credentials } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { parseNetrc } from "../../src/credentials/netrc.ts";
import { netrcCredentials } from "../../src/credentials/netrc-lookup.ts";
import { createClient, Transcript } from "../../src/index.ts";
import { type FakeConnection, FakeTransport } from "../world.ts";

/** One secret for each run, with every character that some encoding changes. */
const SECRET = `s3cr:t/@%é ${Math.random().toString(36).slice(2)}`;
const ESCAPED = encodeURIComponent(SECRET);
const base64 = (text: string) => Buffer.from(text).toString("base64").replace(/=+$/, "");
const SPELLINGS = [
  SECRET,
  ESCAPED,
  base64(SECRET),
  base64(ESCAPED),
  base64(`alice:${SECRET}`),
  base64(`\0alice\0${SECRET}`),
];

type Leak = (secret: string, connection: FakeConnection, context: Context) => Promise<void> | void;

/** `x-leak://alice@h/`: asks for a login, and then leaks it in every way. */
function leaking(leak: Leak): Scheme {
  async function get(url: Url, context: Context): Promise<Entity> {
    const { user, password, hostname: host, port } = parseLogin(url, 4000);
    const connection = await context.connect({ host, port });
    const ask = (wanted: "password" | "account") =>
      context.ask({ scheme: url.scheme, host, port, user, wanted });
    const secret = password ?? (await ask("password"))?.password ?? (await ask("account"))?.account;
    if (secret === undefined) throw new AccessError("auth-required", "nobody tells");
    await leak(secret, connection as FakeConnection, context);
    throw new AccessError("auth-failed", "the scheme has done nothing");
  }
  return defineScheme({
    name: "x-leak",
    defaultPort: 4000,
    cite: ["x-leak"],
    parse: () => ({}),
    format: () => "x-leak://h/",
    examples: [],
    access: async () => ({ get }),
  });
}

const LEAKS: Readonly<Record<string, Leak>> = {
  "in a message": (secret) => {
    throw new AccessError("auth-failed", `${secret} is wrong`, { hint: `not ${secret}` });
  },
  "in the server's words": (secret) => {
    throw new AccessError("auth-failed", "no", { reply: `530 ${secret}: ${base64(`alice:${secret}`)}` });
  },
  "in a cause": (secret) => {
    throw new AccessError("protocol-error", "no", {
      cause: new Error(secret, { cause: new TypeError(secret) }),
    });
  },
  "in an error of the plugin": (secret) => {
    throw new RangeError(`${base64(`\0alice\0${secret}`)} ${secret}`);
  },
  "in a value that is not an error": (secret) => {
    throw secret;
  },
  "in the transcript": (secret, _, { record }) => {
    for (const text of [secret, ESCAPED, base64(secret), `AUTH ${base64(`\0alice\0${secret}`)}`]) {
      record({ do: "send", on: "control", octets: octetsOf(`${text}\r\n`), body: false });
      record({ do: "receive", on: "control", octets: octetsOf(`530 ${text}\r\n`), body: false });
    }
  },
};

const GIVEN: Readonly<Record<string, { url: string; told?: () => Credentials | undefined }>> = {
  "the URL": { url: `x-leak://alice:${ESCAPED}@h.example/` },
  "the callback, as a password": {
    url: "x-leak://alice@h.example/",
    told: () => ({ user: "alice", password: SECRET }),
  },
  "the callback, as an account": { url: "x-leak://alice@h.example/", told: () => ({ account: SECRET }) },
};

describe.each(Object.entries(GIVEN))("a secret of %s", (_, { url, told }) => {
  it.each(Object.entries(LEAKS))("is not shown %s", async (_name, leak) => {
    const transport = new FakeTransport();
    const client = createClient({
      schemes: [leaking(leak)],
      transport,
      ...(told !== undefined && { credentials: ({ wanted }) => pick(told(), wanted) }),
    });
    const { error, shown } = await everything((transcript) => client.get(url, { transcript }));
    expect(error).toMatchObject({ name: "AccessError" });
    for (const spelling of SPELLINGS) expect(shown).not.toContain(spelling);
    expect(transport.open).toBe(0);
  });
});

describe("a secret of a netrc file", () => {
  it.each(Object.entries(LEAKS))("is not shown %s", async (_name, leak) => {
    const quoted = `"${SECRET}"`;
    const credentials = netrcCredentials(parseNetrc(`machine h.example login alice password ${quoted}`));
    const client = createClient({ schemes: [leaking(leak)], transport: new FakeTransport(), credentials });
    const { error, shown } = await everything((transcript) =>
      client.get("x-leak://alice@h.example/", { transcript }),
    );
    expect(error).toMatchObject({ name: "AccessError" });
    for (const spelling of SPELLINGS)
      expect(shown + inspect([client, credentials], { depth: 9 })).not.toContain(spelling);
  });
});

describe("a secret that cannot be sent", () => {
  it.each(["\r\n", "\0", "\ud800"])("is not shown: %j", async (odd) => {
    const credentials = () => ({ user: "alice", password: SECRET + odd });
    const client = createClient({
      schemes: [leaking(() => {})],
      transport: new FakeTransport(),
      credentials,
    });
    const { error, shown } = await everything((transcript) =>
      client.get("x-leak://alice@h.example/", { transcript }),
    );
    expect(error).toMatchObject({ code: odd === "\ud800" ? "illegal-character" : "control-octet" });
    for (const spelling of SPELLINGS) expect(shown).not.toContain(spelling);
  });

  it("of a failing callback is not shown", async () => {
    const credentials = () => {
      throw new Error(`the keyring has no ${SECRET}`);
    };
    const url = `x-leak://alice:${ESCAPED}@h.example/`;
    const scheme = leaking(async (_s, _c, { ask }) => {
      await ask({ scheme: "x-leak", host: "h.example", port: 4000, user: "alice", wanted: "account" });
    });
    const client = createClient({ schemes: [scheme], transport: new FakeTransport(), credentials });
    const { error, shown } = await everything((transcript) => client.get(url, { transcript }));
    expect(error).toMatchObject({ code: "auth-required" });
    for (const spelling of SPELLINGS) expect(shown).not.toContain(spelling);
  });
});

const pick = (told: Credentials | undefined, wanted: "user" | "password" | "account") =>
  told?.[wanted] === undefined ? undefined : told;

/** The error of a call, and everything that a program could print of it by accident. */
async function everything(
  call: (transcript: Transcript) => Promise<unknown>,
): Promise<{ error: unknown; shown: string }> {
  const transcript = new Transcript();
  const error = await call(transcript).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const texts = transcript.entries.map((entry) => JSON.stringify(entry));
  expect(texts.length).toBeGreaterThan(0);
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    texts.push(
      String(each),
      each.stack ?? "",
      JSON.stringify(each),
      inspect(each, { depth: 9, showHidden: true }),
    );
  }
  return { error, shown: texts.join("\n") };
}
