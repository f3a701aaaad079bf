import type { AccessError } from "@anyurl/core";
import { VALID } from "@anyurl/testkit/certificates";
import { describe, expect, expectTypeOf, it } from "vitest";
import {
  type ClientOptions,
  createClient,
  type Policy,
  type PolicyOptions,
  resolvePolicy,
} from "../src/index.ts";
import { FakeTransport, line } from "./world.ts";

function failure(given: object): Pick<AccessError, "code" | "message" | "hint"> {
  try {
    createClient({ schemes: [line], transport: new FakeTransport(), ...given });
  } catch (error) {
    const { code, message, hint } = error as AccessError;
    return { code, message, hint };
  }
  return expect.fail("accepted");
}

/** A root with a misspelled option. */
const ROOT = { path: "/", writ: true };

describe("createClient", () => {
  it.each([
    [{ retrys: 3 }, 'unknown client option "retrys"', "use retry"],
    [{ polices: "untrusted" }, 'unknown client option "polices"', "use policy"],
    [{ limits: { deadlin: 1 } }, 'unknown client option "limits.deadlin"', "use limits.deadline"],
    [{ retry: { atempts: 1 } }, 'unknown client option "retry.atempts"', "use retry.attempts"],
    [{ connections: { idel: 1 } }, 'unknown client option "connections.idel"', "use connections.idle"],
    [{ proxies: { noproxies: [] } }, 'unknown client option "proxies.noproxies"', "use proxies.noProxy"],
    [{ tls: { certs: "" } }, 'unknown client option "tls.certs"', "use tls.cert"],
    [{ policy: { denyAdresses: [] } }, 'unknown policy option "denyAdresses"', "use denyAddresses"],
    [{ policy: { files: { rots: [] } } }, 'unknown policy option "files.rots"', "use files.roots"],
    [{ policy: { files: { roots: [ROOT] } } }, 'unknown root option "writ"', "use write"],
  ])("rejects the unknown option in %j, and names the nearest", (given, message, hint) => {
    expect(failure(given)).toEqual({ code: "bad-option", message, hint });
  });

  it.each([
    [{ schemes: line }, "schemes: expected a list of schemes"],
    [{ transport: {} }, "transport: expected an object with the methods resolve, connect"],
    [{ policy: "lax" }, 'profile "lax": expected "default" or "untrusted"'],
    [{ policy: 5 }, "invalid policy options: expected an object"],
    [{ limits: { maxLine: -1 } }, "limits.maxLine -1: expected a whole number of bytes from 0 to Infinity"],
    [{ credentials: {} }, "credentials: expected a function"],
    [{ retry: { attempts: -1 } }, "retry.attempts -1: expected a whole number from 0 to Infinity"],
    [{ retry: 3 }, "retry: expected an object"],
    [{ tls: { ca: [5] } }, "tls.ca: expected one or several certificates as PEM"],
    [{ tls: { key: VALID.key } }, "the client option tls.key requires the option cert"],
    [{ tls: { minVersion: "TLSv1" } }, 'tls.minVersion "TLSv1": expected "TLSv1.2" or "TLSv1.3"'],
    [{ proxies: { proxy: "ftp://h" } }, "proxies.proxy: expected a proxy URL with http://, https://"],
    [{ proxies: { trustProxy: 1 } }, "proxies.trustProxy 1: expected true or false"],
    [
      { connections: { perServer: 0 } },
      "connections.perServer 0: expected a whole number from 1 to Infinity",
    ],
    [{ connections: { total: Number.NaN } }, "connections.total NaN: expected a whole number"],
    [{ connections: { waiting: -1 } }, "connections.waiting -1: expected a whole number"],
    [{ gateways: [] }, "gateways: expected an object with a URI Template for each scheme"],
    [{ gateways: { wais: 5 } }, "gateways: expected URI Templates"],
    [{ options: "ftp" }, "options: expected an object"],
    [{ clock: { now: () => 0 } }, "clock: expected an object with the methods now, setTimeout"],
    [{ idna: {} }, "idna: expected an object with the methods toAscii"],
    [{ allowOverride: [5] }, "allowOverride: expected a list of strings"],
    [
      { policy: { profile: "untrusted", files: { roots: ["/"] } } },
      'files: expected no files under the profile "untrusted"',
    ],
  ])("rejects the wrong value in %j", (given, expected) => {
    const { code, message } = failure(given);
    expect([code, message]).toEqual(["bad-option", expect.stringContaining(expected)]);
  });

  it("shows no password of a proxy and no key", () => {
    for (const given of [
      { proxies: { proxy: "http://me:s3cret@h/x" } },
      { proxies: { proxy: { ftp: "http://me:s3cret@" } } },
      { tls: { key: ["s3cret"] } },
    ])
      expect(JSON.stringify(failure(given))).not.toContain("s3cret");
  });

  it("requires schemes and a transport", () => {
    expect(() => createClient({} as never)).toThrow(
      "missing client option schemes: expected a list of schemes",
    );
    expect(() => createClient({ schemes: [] } as never)).toThrow("missing client option transport");
    expect(() => createClient(undefined as never)).toThrow("missing client option schemes");
  });

  it("has types that follow from the declarations", () => {
    type Options = ClientOptions<readonly (typeof line)[]>;
    expectTypeOf<NonNullable<Options["retry"]>["attempts"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<PolicyOptions["clearTextPasswords"]>().toEqualTypeOf<"allow" | "refuse" | undefined>();
    expectTypeOf(resolvePolicy).returns.toEqualTypeOf<Policy>();
    // @ts-expect-error: not an option
    expect(() => createClient({ schemes: [line], transport: new FakeTransport(), retrys: 3 })).toThrow();
    // @ts-expect-error: the transport is missing
    expect(() => createClient({ schemes: [line] })).toThrow();
  });
});
