import { describe, expect, it } from "vitest";
import { pop } from "../src/index.ts";
import { worldOf } from "./table-server.ts";

// Load from disk first, because this takes real time, which the fake clock does not have.
await Promise.all([pop.access?.(), import("../src/digest.ts")]);

describe("APOP (RFC 1939 §7)", () => {
  const login = async (greeting: string) => {
    const { client, clock, sent } = worldOf({ greeting });
    const outcome = await clock
      .until(client.stat("pop://ann;AUTH=+APOP@h.example"))
      .then(({ kind }) => kind)
      .catch((error: { readonly code: string }) => error.code);
    return [outcome, sent.length];
  };

  it.each([
    "+OK <1896.697170952@dbc.mtview.ca.us>",
    "+OK Dovecot ready. <6b0.1.5d.x~!a=b?c+d@[10.0.0.1]>",
    "+OK a<b <1@h> c",
  ])("signs the timestamp of %j", async (greeting) => {
    expect(await login(greeting)).toEqual(["directory", 2]);
  });

  // With other bytes a false server can learn the password from digests (CVE-2007-1558).
  it.each([
    ["without a host", "+OK <1896.697170952>"],
    ["without a host after the @", "+OK <1896@>"],
    ["without a text before the @", "+OK <@h>"],
    ["with two @", "+OK <a@b@c>"],
    ["with a control character", "+OK <a\x01b@h>"],
    ["with DEL", "+OK <a\x7fb@h>"],
    ["with a byte that is not ASCII", "+OK <a\udc80b@h>"],
    ["with a letter that is not ASCII", "+OK <a@hé>"],
    ["with a space", "+OK <a b@h>"],
    ["that is not there", "+OK ready"],
  ])("signs no timestamp %s, which is no msg-id of RFC 822", async (_, greeting) => {
    expect(await login(greeting)).toEqual(["auth-failed", 0]);
  });
});
