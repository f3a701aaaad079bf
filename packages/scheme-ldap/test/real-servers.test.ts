import { joinBytes } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { ldap } from "../src/index.ts";
import { done, entry } from "./hostile-protocol.ts";
import { type Answer, worldOf } from "./world.ts";

// Load from disk first, because this takes real time, which the fake clock does not have.
await ldap.access?.();

/** Returns the LDIF of an entry that this server sends. */
async function ldif(answer: Answer, url: `ldap://${string}` = "ldap://h.example/dc=x?*"): Promise<string> {
  const { client, clock } = worldOf(answer);
  return clock.until(client.get(url).then((body) => body.text()));
}

describe("get", () => {
  it("returns an entry with a value of 1 MiB, such as a photo or a list of certificates", async () => {
    const photo = new Uint8Array(2 ** 20).fill(0xff);
    const text = await ldif(({ id }) => joinBytes([entry(id, "dc=x", { jpegPhoto: photo }), done(id)]));
    const [header, base64 = ""] = text.split("jpegPhoto:: ");
    expect(header).toBe("version: 1\n\ndn: dc=x\n");
    expect(Buffer.from(base64.replaceAll("\n ", ""), "base64").equals(photo)).toBe(true);
  });

  it.each([
    "member;range=0-1499",
    "member;Range=1500-*",
    "userCertificate;binary",
    "cn;lang-en;x-a",
    "2.5.4.3",
    "x_y",
  ])("names the attribute %s as the server does, of which Active Directory sends ranges", async (name) => {
    const text = await ldif(({ id }) => joinBytes([entry(id, "dc=x", { [name]: "a" }), done(id)]));
    expect(text).toBe(`version: 1\n\ndn: dc=x\n${name}: a\n`);
  });

  it.each(["member;range=1500-*", "member;range=0-9"])(
    "asks for %s, the rest of the values",
    async (name) => {
      const { client, clock, sent } = worldOf(({ id }) => joinBytes([entry(id, "dc=x"), done(id)]));
      const url = ldap.format({ host: "h.example", dn: "dc=x", attributes: [name] });
      await clock.until(client.get(url as `ldap://${string}`));
      expect(Buffer.from(sent[0]!).includes(name)).toBe(true);
    },
  );
});
