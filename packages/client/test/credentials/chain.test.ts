import type { CredentialRequest, Credentials } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import {
  type CredentialQuestion,
  type CredentialsCallback,
  firstAnswer,
} from "../../src/credentials/callback.ts";
import { credentialChain, type UrlLogin } from "../../src/credentials/chain.ts";
import { parseNetrc } from "../../src/credentials/netrc.ts";
import { netrcCredentials } from "../../src/credentials/netrc-lookup.ts";

const HOST: UrlLogin = { scheme: "ftp", host: "h.example", port: 21, user: undefined, password: undefined };

const request: CredentialRequest = {
  scheme: "ftp",
  host: "h.example",
  port: 21,
  user: "alice",
  wanted: "password",
};

function chain(callback: CredentialsCallback | undefined, own: Partial<UrlLogin> = {}) {
  const learned: Credentials[] = [];
  const questions: CredentialQuestion[] = [];
  const ask = credentialChain({
    own: { ...HOST, ...own },
    callback: (question) => {
      questions.push(question);
      return callback?.(question);
    },
    learn: (given) => learned.push(given),
  });
  return { ask, learned, questions };
}

const netrc = netrcCredentials(
  parseNetrc(
    "machine h.example login alice password netrc\nmachine h.example login bob\ndefault login x password y",
  ),
);

describe("the order of sources of a login", () => {
  it("is the URL, the netrc file, the callback, and then the scheme's default", async () => {
    const person: CredentialsCallback = ({ user }) => ({
      ...(user !== undefined && { user }),
      password: "person",
    });
    const all = firstAnswer(netrc, person);
    const withUrl = chain(all, { user: "alice", password: "url" });
    expect(await withUrl.ask(request)).toEqual({ user: "alice", password: "url" });
    expect(withUrl.questions).toEqual([]);
    expect(await chain(all).ask(request)).toEqual({ user: "alice", password: "netrc" });
    expect(await chain(all).ask({ ...request, user: "bob" })).toEqual({ user: "bob", password: "person" });
    expect(await chain(netrc).ask({ ...request, user: "bob" })).toBeUndefined();
    expect(await chain(undefined).ask({ ...request, user: undefined, wanted: "user" })).toBeUndefined();
  });

  it("continues with the next source after a rejection, and does not repeat a login", async () => {
    const { ask } = chain(firstAnswer(netrc, ({ attempt }) => ({ password: `person ${attempt}` })));
    expect(await ask(request)).toMatchObject({ password: "netrc" });
    expect(await ask(request)).toMatchObject({ password: "person 2" });
  });

  it("does not use an empty user of the URL", async () => {
    const { ask } = chain(() => ({ user: "bob", password: "p" }), { user: "", password: "" });
    expect(await ask({ ...request, user: undefined, wanted: "user" })).toEqual({
      user: "bob",
      password: "p",
    });
  });
});

describe("the user of a secret", () => {
  it("is only the requested user", async () => {
    const { ask } = chain(() => ({ user: "mallory", password: "hers" }));
    expect(await ask(request)).toBeUndefined();
  });

  it("is the user of the previous answer if the URL has no user", async () => {
    const { ask, questions } = chain(
      firstAnswer(({ wanted }) => (wanted === "user" ? { user: "bob" } : undefined), netrc),
    );
    expect(await ask({ ...request, user: undefined, wanted: "user" })).toEqual({ user: "bob" });
    // Without a user, the file would return alice's password.
    expect(await ask({ ...request, user: undefined })).toBeUndefined();
    expect(questions.at(-1)!.user).toBe("bob");
  });

  it.each([
    ["host", { host: "evil.example" }],
    ["host with a dot", { host: "h.example." }],
    ["port", { port: 2121 }],
    ["scheme", { scheme: "ftps" }],
  ])("differs for another %s", async (_, other) => {
    const { ask, questions } = chain(
      ({ elsewhere }) => (elsewhere ? undefined : { user: "alice", password: "mine" }),
      { user: "alice", password: "url" },
    );
    expect(await ask({ ...request, ...other })).toBeUndefined();
    expect(await ask({ ...request, ...other, user: undefined, wanted: "user" })).toBeUndefined();
    expect(questions.every(({ elsewhere }) => elsewhere)).toBe(true);
    // The user of one authority's answer is not used for another authority.
    expect(await ask({ ...request, user: undefined, wanted: "user" })).toEqual({
      user: "alice",
      password: "url",
    });
    await ask({ ...request, ...other, user: undefined });
    expect(questions.at(-1)!.user).toBeUndefined();
  });

  it("is the same for a host in other case", async () => {
    const { ask } = chain(undefined, { user: "alice", password: "url" });
    expect(await ask({ ...request, host: "H.EXAMPLE" })).toMatchObject({ password: "url" });
  });
});

describe("attempts to log in", () => {
  it("are limited to two for each authority and wanted field, answered or not", async () => {
    let times = 0;
    const { ask } = chain(() => (times++ === 0 ? undefined : { password: "p", account: "a" }));
    expect(await ask(request)).toBeUndefined();
    expect(await ask(request)).toMatchObject({ password: "p" });
    await expect(ask(request)).rejects.toMatchObject({ code: "auth-failed", retryable: false });
    await expect(ask({ ...request, user: "bob" })).rejects.toMatchObject({ code: "auth-failed" });
    expect(times).toBe(2);
    expect(await ask({ ...request, wanted: "account" })).toMatchObject({ account: "a" });
    expect(await ask({ ...request, port: 2121 })).toMatchObject({ password: "p" });
  });
});

describe("the answer of the callback credentials", () => {
  it.each(["a\r\nDELE x", "a\n", "a\0"])("is rejected if no protocol can send it: %j", async (password) => {
    for (const given of [{ password }, { user: "alice", password: "p", account: password }]) {
      const { ask, learned } = chain(() => given);
      await expect(ask(request)).rejects.toMatchObject({ code: "control-octet" });
      expect(learned.length).toBe(1);
    }
    await expect(chain(() => ({ password: "\ud800" })).ask(request)).rejects.toMatchObject({
      code: "illegal-character",
    });
  });

  it("is rejected if it is not a string or the callback fails", async () => {
    const answer = (given: unknown) => chain(() => given as Credentials).ask(request);
    await expect(answer({ password: 7 })).rejects.toMatchObject({ code: "auth-required" });
    expect(await answer(null)).toBeUndefined();
    const cause = new Error("the keyring is locked");
    const failing = chain(() => Promise.reject(cause));
    await expect(failing.ask(request)).rejects.toMatchObject({ code: "auth-required", cause });
  });

  it("is ignored if it is incomplete, and is not completed by another one", async () => {
    const { ask } = chain(
      firstAnswer(
        () => ({ user: "bob" }),
        () => undefined,
        undefined,
        () => ({ password: "somebody's" }),
      ),
    );
    expect(await ask({ ...request, user: undefined, wanted: "user" })).toEqual({ user: "bob" });
    expect(await ask(request)).toEqual({ password: "somebody's" });
  });
});
