import { createRegistry, encodeHex, octetsOf } from "@anyurl/core";
import type { CredentialRequest } from "@anyurl/core/exchange";
import { anyUnicode } from "@anyurl/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseChallenges } from "../src/challenge.ts";
import { findDigestChallenge, formatDigest } from "../src/digest.ts";
import { type HttpUrl, http } from "../src/index.ts";
import { OriginLogin } from "../src/login.ts";
import { md5 } from "../src/md5.ts";

const read = (...values: readonly string[]) =>
  parseChallenges(values.map((value) => ["www-authenticate", value] as const)).map(
    ({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)],
  );

describe("challenges", () => {
  it.each<[string, readonly unknown[]]>([
    // RFC 9110 §11.6.1
    [
      'Basic realm="simple", Newauth realm="apps", type=1, title="Login to \\"apps\\""',
      [
        ["basic", { realm: "simple" }],
        ["newauth", { realm: "apps", type: "1", title: 'Login to "apps"' }],
      ],
    ],
    ['BASIC Realm = "a, b=c" , charset="UTF-8"', [["basic", { realm: "a, b=c", charset: "UTF-8" }]]],
    ["Negotiate", [["negotiate", {}]]],
    [
      "Negotiate YWJj==, Basic realm=x",
      [
        ["negotiate", {}],
        ["basic", { realm: "x" }],
      ],
    ],
    [", ,Basic realm=x, ,", [["basic", { realm: "x" }]]],
    ["Basic realm=x, realm=y", [["basic", { realm: "x" }]]],
    ['Basic realm="never closed', [["basic", {}]]],
    // Servers that forget quotation marks.
    [
      "Digest realm=me@h.example,nonce=a+b/c==, qop=auth",
      [["digest", { realm: "me@h.example", nonce: "a+b/c==", qop: "auth" }]],
    ],
    ['Digest realm=(1)\tnonce=x, opaque=a"b"', [["digest", { realm: "(1)", nonce: "x", opaque: "a" }]]],
    ["Basic realm=,", [["basic", {}]]],
    ["Basic __proto__=x", [["basic", Object.fromEntries([["__proto__", "x"]])]]],
    ["", []],
    ["=", []],
    ["realm=x", [["realm", {}]]],
  ])("%s", (value, challenges) => {
    expect(read(value)).toEqual(challenges);
  });

  it("are read from several fields", () => {
    expect(read("A x=1", "B y=2")).toEqual([
      ["a", { x: "1" }],
      ["b", { y: "2" }],
    ]);
  });

  it("are parsed from any text", () => {
    fc.assert(fc.property(anyUnicode({ size: "max", maxLength: 2000 }), (text) => void read(text)));
  });

  it("are parsed in time that grows with the length, not with its square", () => {
    // The square would take minutes.
    const long = 'Basic realm="\\"\\"", x=y, '.repeat(40_000);
    expect(read(long)[0]).toEqual(["basic", { realm: '""', x: "y" }]);
  });
});

describe("MD5", () => {
  // RFC 1321, appendix A.5
  it.each([
    ["", "d41d8cd98f00b204e9800998ecf8427e"],
    ["a", "0cc175b9c0f1b6a831c399e269772661"],
    ["abc", "900150983cd24fb0d6963f7d28e17f72"],
    ["message digest", "f96b697d7cb7938d525a2f31aaf161d0"],
    ["abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"],
    ["ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"],
    ["1234567890".repeat(8), "57edf4a22be3c955ac49da2e2107b67a"],
  ])("of %j", (text, hex) => {
    expect(encodeHex(md5(octetsOf(text)))).toBe(hex);
  });
});

describe("a digest", () => {
  const challenges = parseChallenges([
    [
      "www-authenticate",
      'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=MD5, ' +
        'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
    ],
    [
      "www-authenticate",
      'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, ' +
        'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
    ],
  ]);
  const request = { user: "Mufasa", password: "Circle of Life", method: "GET", target: "/dir/index.html" };
  const cnonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ";
  const answer = (i: number) => {
    const { parameters } = challenges[i]!;
    return formatDigest(parameters, { value: parameters.get("nonce")!, count: 1 }, request, cnonce);
  };

  // RFC 7616 §3.9.1
  it("matches the example of the RFC", async () => {
    expect(await answer(0)).toContain('response="8ca523f5e9506fed4657c9700eebdbec"');
    const sha = await answer(1);
    expect(sha).toContain('response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"');
    expect(sha).toMatch(
      /^Digest username="Mufasa", realm="http-auth@example\.org", .*, qop=auth, nc=00000001$/,
    );
  });

  it("uses the best supported hash, and no unknown one", () => {
    expect(findDigestChallenge(challenges)).toBe(challenges[1]);
    expect(findDigestChallenge([challenges[0]!])).toBe(challenges[0]);
    const odd = (value: string) => findDigestChallenge(parseChallenges([["www-authenticate", value]]));
    expect(odd('Digest realm="x", nonce="y", algorithm=SHA-512-256')).toBeUndefined();
    expect(odd('Digest realm="x", nonce="y", algorithm=constructor')).toBeUndefined();
    expect(odd('Digest realm="x", nonce="y", qop="auth-int"')).toBeUndefined();
    expect(odd('Digest realm="x"')).toBeUndefined();
    expect(odd('Digest realm="x", nonce="y", algorithm=MD5-sess, qop=auth')).toBeDefined();
  });

  it("escapes text of the server that could end a line or a string early", async () => {
    const [challenge] = parseChallenges([["www-authenticate", 'Digest realm="a\\"b\\\\c", nonce="x"']]);
    const value = await formatDigest(challenge!.parameters, { value: "x", count: 1 }, request, cnonce);
    // Fields that the challenge does not have are not in the answer (RFC 7616 §3.4).
    expect(value).not.toMatch(/algorithm|opaque|cnonce|qop|nc=/);
    expect(value).toContain('realm="a\\"b\\\\c"');
    expect(value).not.toContain("qop");
    const named = await formatDigest(
      challenge!.parameters,
      { value: "x", count: 1 },
      { ...request, user: "Jäsøn" },
      cnonce,
    );
    expect(named).toContain("username*=UTF-8''%4A%C3%A4%73%C3%B8%6E");
  });
});

describe("a login for an origin", () => {
  const url = createRegistry(http).parse("https://h.example:8443/x") as HttpUrl;
  const challenged = { fields: [["www-authenticate", "Basic realm=x"]] as const };

  it("is tried at most twice", async () => {
    const asked: CredentialRequest[] = [];
    const login = new OriginLogin(url, undefined, {
      ask: async (request) => ({ user: "alice", password: `try ${asked.push(request)}` }),
    });
    expect(await login.authorization("GET", "/")).toBeUndefined();
    expect([
      await login.acceptChallenge(challenged),
      await login.acceptChallenge(challenged),
      await login.acceptChallenge(challenged),
    ]).toEqual([true, true, false]);
    const request = { scheme: "https", host: "h.example", port: 8443, user: undefined, wanted: "user" };
    expect(asked).toEqual([request, request]);
  });

  it("asks for a password if only the user is known, and rejects a colon in the user name", async () => {
    const wanted: string[] = [];
    const login = new OriginLogin(url, "al:ice", {
      ask: async (request) => {
        wanted.push(`${request.user} ${request.wanted}`);
        return request.wanted === "user" ? { user: "al:ice" } : { password: "x" };
      },
    });
    expect(await login.acceptChallenge(challenged)).toBe(true);
    expect(wanted).toEqual(["al:ice user", "al:ice password"]);
    await expect(login.authorization("GET", "/")).rejects.toMatchObject({ code: "auth-failed" });
  });

  it("is undefined if no credentials are available", async () => {
    const login = new OriginLogin(url, undefined, { ask: async () => undefined });
    expect(await login.acceptChallenge(challenged)).toBe(false);
    expect(login.hasLogin).toBe(false);
  });
});
