import { describe, expect, it } from "vitest";
import { type SmtpOptions, smtp } from "../src/index.ts";
import { resolveSettings } from "../src/options.ts";

describe("smtp options", () => {
  it.each<[SmtpOptions, number, string]>([
    [{ host: "h" }, 465, "implicit"],
    [{ host: "h", port: 465 }, 465, "implicit"],
    [{ host: "h", port: 587 }, 587, "required"],
    [{ host: "h", port: 2525 }, 2525, "required"],
    [{ host: "h", tls: "implicit" }, 465, "implicit"],
    [{ host: "h", tls: "required" }, 587, "required"],
    [{ host: "h", tls: "preferred" }, 587, "preferred"],
    [{ host: "h", tls: "none" }, 587, "none"],
    [{ host: "h", port: 587, tls: "implicit" }, 587, "implicit"],
  ])("%j: port %i, TLS %s (RFC 8314 §3.3, RFC 6409 §3.1)", (options, port, tls) => {
    expect(resolveSettings(options)).toMatchObject({
      port,
      tls,
      clearTextPasswords: "refuse",
      name: "[127.0.0.1]",
    });
  });

  it.each<[object]>([
    [{}],
    [{ host: "" }],
    [{ host: 1 }],
    [{ tls: "ssl" }],
    [{ tls: true }],
    [{ port: 0 }],
    [{ port: 65_536 }],
    [{ port: "25" }],
    [{ port: Number.NaN }],
    [{ port: 1.5 }],
    [{ clearTextPasswords: true }],
    [{ name: "a b" }],
    [{ name: "a\r\nb" }],
    [{ name: "-a" }],
    [{ name: "[a b]" }],
    [{ name: "" }],
    [{ auth: { user: 1 } }],
    [{ auth: { user: "a\0b", password: "x" } }],
    [{ auth: { user: "a", password: "x\r\ny" } }],
    [{ auth: { user: "a", password: "\ud800" } }],
    [{ auth: { password: "x" } }],
    [{ auth: "alice" }],
    [{ auth: { pasword: "x" } }],
    [{ hosts: "h" }],
  ])("rejects %j", (options) => {
    const given =
      "host" in options || Object.keys(options).length === 0 ? options : { host: "h", ...options };
    expect(() => smtp(given as SmtpOptions)).toThrow(expect.objectContaining({ code: "bad-option" }));
  });

  it("names the option that is misspelled, and what a missing one is", () => {
    expect(() => smtp({ host: "h", tsl: "none" } as never)).toThrow(
      expect.objectContaining({ message: 'unknown smtp option "tsl"', hint: "use tls" }),
    );
    expect(() => smtp({ host: "h", auth: { password: "x" } })).toThrow(
      expect.objectContaining({ hint: "set auth.user too" }),
    );
    expect(() => smtp({} as never)).toThrow("missing smtp option host: expected the name of a mail server");
  });

  it("logs in only if there is a login, which can be empty", () => {
    expect(resolveSettings({ host: "h" }).auth).toBeUndefined();
    expect(resolveSettings({ host: "h", auth: {} }).auth).toEqual({});
  });

  it("does not show a password in an error", () => {
    const error = (() => {
      try {
        return smtp({ host: "h", auth: { user: "a", password: "geheim\n" } });
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(String(error)).not.toContain("geheim");
  });
});
