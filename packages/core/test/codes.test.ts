import { describe, expect, it } from "vitest";
import { ACCESS_TEXTS } from "../src/codes/access-codes.ts";
import { getCodeFacts, getCodeText, listCodes } from "../src/codes/index.ts";
import { SCHEME_TEXTS } from "../src/codes/scheme-codes.ts";
import { SYNTAX_TEXTS } from "../src/codes/syntax-codes.ts";
import { type AccessCode, AccessError } from "../src/index.ts";

const TEXTS = { ...ACCESS_TEXTS, ...SYNTAX_TEXTS, ...SCHEME_TEXTS };
const CODES = listCodes();

describe("an error code", () => {
  it("is in kebab-case, in one table, and is not one of a third party", () => {
    expect(CODES.filter((code) => !/^[a-z]+(?:-[a-z0-9]+)*$/.test(code) || code.startsWith("x-"))).toEqual(
      [],
    );
    expect(CODES.filter((code, index) => CODES.indexOf(code) !== index)).toEqual([]);
  });

  it("has an error status of HTTP, except for not-modified (RFC 9110 §15.4.5)", () => {
    const others = CODES.filter((code) => getCodeFacts(code).status < 400 || getCodeFacts(code).status > 599);
    expect(others).toEqual(["not-modified"]);
  });

  it("of the text of a URL is an error of the request (RFC 9110 §15.5), or a scheme that is not implemented (§15.6.2)", () => {
    const others = Object.keys(SYNTAX_TEXTS).filter((code) => getCodeFacts(code).status !== 400);
    expect(Object.fromEntries(others.map((code) => [code, getCodeFacts(code).status]))).toEqual({
      "too-long": 414,
      "unknown-scheme": 501,
    });
  });

  it("has no upstream status (502, 504) if nothing was sent, which exit status 4 says", () => {
    const upstream = CODES.filter((code) => [502, 504].includes(getCodeFacts(code).status));
    expect(upstream.filter((code) => getCodeFacts(code).exit === 4)).toEqual([]);
  });

  // Scripts and clients depend on them, so a change of one is a breaking change.
  it.each([
    [1, 500, "plugin-fault"],
    [
      4,
      400,
      "ambiguous-authority ambiguous-query ambiguous-text authority-not-allowed bad-address " +
        "bad-argument bad-article-number bad-base64 bad-check-digit bad-document-id bad-escape " +
        "bad-field bad-ftp-type bad-gopher-type bad-group-name bad-header-field bad-host " +
        "bad-ip-literal bad-media-type bad-message-id bad-option bad-path bad-port bad-query " +
        "bad-scheme bad-selector bad-template bad-userinfo bad-wais-path confusable-host " +
        "control-octet cut-short deprecated-password dotted-scheme experimental-scheme " +
        "fragment-not-allowed guessed-scheme illegal-character input-required missing-authority " +
        "missing-host no-scheme password-without-user path-not-allowed query-not-allowed " +
        "separator-in-segment unknown-field unknown-gopher-type unsafe-character unsafe-header " +
        "unsafe-name unterminated-wrapper upper-case-scheme userinfo-not-allowed zone-id-not-allowed",
    ],
    [4, 403, "host-blocked host-not-local path-blocked port-blocked scheme-blocked tls-required"],
    [4, 414, "too-long"],
    [4, 499, "aborted"],
    [4, 501, "scheme-not-installed unknown-scheme unsupported"],
    [5, 304, "not-modified"],
    [5, 404, "not-a-directory not-found"],
    [5, 409, "already-exists is-a-directory not-empty"],
    [6, 401, "auth-failed auth-required"],
    [6, 403, "permission-denied"],
    [6, 502, "proxy-auth-required"],
    [7, 502, "connect-failed host-key-changed host-key-unknown no-such-host proxy-refused tls-failed"],
    [7, 503, "busy"],
    [7, 504, "timeout"],
    [8, 413, "too-large"],
    [8, 502, "bounce-refused changed desync protocol-error redirect-refused too-many-redirects truncated"],
    [8, 503, "temporarily-unavailable"],
    [8, 507, "no-space"],
  ])("has the exit status %d and the status %d: %s", (exit, status, codes) => {
    const found = CODES.filter(
      (code) => getCodeFacts(code).exit === exit && getCodeFacts(code).status === status,
    );
    expect(found.sort().join(" ")).toBe(codes);
  });

  it("has a title, and a meaning and a fix that are sentences", () => {
    for (const [code, { title, means, example, fix }] of Object.entries(TEXTS)) {
      expect(getCodeText(code)).toBe(TEXTS[code as keyof typeof TEXTS]);
      expect({ code, text: `${means} ${fix}` }).toEqual({
        code,
        text: expect.stringMatching(/^(?:[A-Z`]|anyurl ).*\.$/),
      });
      expect({ code, title, isGood: /^[A-Z][^.]*$/.test(title) && example !== "" && fix !== "" }).toEqual({
        ...{ code, title },
        isGood: true,
      });
    }
  });

  it("of a third-party scheme is an error of the server without a text", () => {
    for (const code of ["x-quota", "constructor", "__proto__", ""]) {
      expect(getCodeFacts(code)).toEqual({ exit: 8, status: 502 });
      expect(getCodeText(code)).toBeUndefined();
      expect(new AccessError(code as AccessCode, "").retryable).toBe(false);
    }
  });
});

describe("whether an error is retryable", () => {
  it("is by default what the code says", () => {
    const retryable = CODES.filter((code) => new AccessError(code, "").retryable);
    expect(retryable).toEqual(CODES.filter((code) => getCodeFacts(code).retryable === true));
    expect(retryable).toEqual(["connect-failed", "temporarily-unavailable", "busy"]);
  });

  it("is what the thrower says, if it says so", () => {
    expect(new AccessError("busy", "", { retryable: false }).retryable).toBe(false);
    expect(new AccessError("truncated", "", { retryable: true }).retryable).toBe(true);
  });
});
