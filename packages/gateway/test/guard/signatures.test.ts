import { describe, expect, it } from "vitest";
import { createSignatures, type SignedUrl } from "../../src/guard/signatures.ts";

const secret = (fill: number) => new Uint8Array(32).fill(fill);
const OLD = { id: "a", secret: secret(1) };
const NEW = { id: "b", secret: secret(2) };
const HOUR = 3_600_000;
const target: SignedUrl = { scheme: "ftp", host: "h.example", port: 21, href: "ftp://h.example/x" };

function at(start: number) {
  let now = start;
  return {
    now: () => now,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

describe("a signature", () => {
  it("is valid for its URL, and for all URLs of that server", async () => {
    const signatures = createSignatures({ keys: [NEW] }, at(0).now);
    const token = await signatures.token(target);
    await signatures.check(token, target);
    await signatures.check(token, { ...target, href: "ftp://h.example/y" });
  });

  it.each([{ scheme: "ftps" }, { host: "h.example.attacker.example" }, { port: 2121 }])(
    "is not valid for %o",
    async (other) => {
      const signatures = createSignatures({ keys: [NEW] }, at(0).now);
      const token = await signatures.token(target);
      await expect(signatures.check(token, { ...target, ...other })).rejects.toMatchObject({
        status: 403,
        code: "bad-signature",
      });
    },
  );

  it("is valid for one URL only with the scope url", async () => {
    const signatures = createSignatures({ keys: [NEW], scope: "url" }, at(0).now);
    const token = await signatures.token(target);
    await signatures.check(token, target);
    await expect(signatures.check(token, { ...target, href: "ftp://h.example/y" })).rejects.toThrow();
  });

  it("is required", async () => {
    const signatures = createSignatures({ keys: [NEW] }, at(0).now);
    await expect(signatures.check(undefined, target)).rejects.toMatchObject({ code: "bad-signature" });
  });

  it("is rejected if any character is changed", async () => {
    const signatures = createSignatures({ keys: [NEW] }, at(0).now);
    const token = await signatures.token(target);
    for (let i = 0; i < token.length; i++) {
      const other = token[i] === "0" ? "1" : "0";
      const altered = token.slice(0, i) + other + token.slice(i + 1);
      await expect(signatures.check(altered, target), altered).rejects.toMatchObject({
        code: "bad-signature",
      });
    }
  });

  it("expires after its lifetime, not earlier", async () => {
    const clock = at(1_000_000_000);
    const signatures = createSignatures({ keys: [NEW], lifetime: 24 * HOUR }, clock.now);
    const token = await signatures.token(target);
    clock.pass(24 * HOUR);
    await signatures.check(token, target);
    clock.pass(HOUR + 1000);
    await expect(signatures.check(token, target)).rejects.toMatchObject({ code: "link-expired" });
  });

  it("of an old key is valid while the key is listed; the first key signs", async () => {
    const before = createSignatures({ keys: [OLD] }, at(0).now);
    const during = createSignatures({ keys: [NEW, OLD] }, at(0).now);
    const after = createSignatures({ keys: [NEW] }, at(0).now);
    const token = await before.token(target);
    await during.check(token, target);
    await expect(after.check(token, target)).rejects.toThrow();
    expect(await during.token(target)).toBe(await after.token(target));
  });

  it("is an HMAC (RFC 2104) over key id, time and server", async () => {
    const signatures = createSignatures({ keys: [NEW], lifetime: 1000 }, at(0).now);
    const { createHmac } = await import("node:crypto");
    const mac = createHmac("sha256", secret(2))
      .update("anyurl link 1\nb\n1\nftp://h.example:21/")
      .digest("hex");
    expect(await signatures.token(target)).toBe(`b.1.${mac}`);
  });

  it.each([
    { keys: [] },
    { keys: [OLD, OLD] },
    { keys: [{ id: "a b", secret: secret(1) }] },
    { keys: [{ id: "a", secret: new Uint8Array(31) }] },
    { keys: [OLD], lifetime: 0 },
    { keys: [OLD], scope: "path" as never },
  ])("rejects the option %o", (options) => {
    expect(() => createSignatures(options, () => 0)).toThrow(expect.objectContaining({ code: "bad-option" }));
  });
});
