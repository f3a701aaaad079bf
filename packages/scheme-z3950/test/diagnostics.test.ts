import { type AccessError, type Entry, octetsOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { diagnosticError } from "../src/diagnostic.ts";
import { SUTRS } from "../src/record-syntax.ts";
import {
  diagnostic,
  presentResponse,
  recordOf,
  records,
  searchResponse,
  surrogate,
  universal,
} from "./hostile-protocol.ts";
import { all, worldOf } from "./server.ts";

/* What a user gets for each diagnostic of the set Bib-1 (ISO 23950 appendix ERR). */

const BUSY = "temporarily-unavailable: the server cannot answer now";
const NO_SEARCH =
  "unsupported: the server cannot search in this way; use other words, or another value of the z39.50 option searchUse";
const NO_SYNTAX =
  'unsupported: the server does not have the record in a requested syntax; write another one in the URL, such as ";rs=sutrs", or set the z39.50 option recordSyntaxes';
const NO_ELEMENTS = 'unsupported: the server does not support the element set; write another one as ";esn="';
const NO_DATABASE = "not-found: the server has no such database; check the name of the database";
const NOT_TOGETHER =
  "unsupported: the server cannot search these databases together; use a URL with one of the databases";
const DENIED = "permission-denied: the server denied permission";
const REJECTED = "auth-failed: the server rejected the user or the password";
const BAD_TERM = "bad-argument: the server does not accept the term";

const KNOWN: readonly (readonly [condition: number, name: string, error: string])[] = [
  [2, "Temporary system error", BUSY],
  [3, "Unsupported search", NO_SEARCH],
  [13, "Present request out of range", "not-found: the server has no record at this position"],
  [14, "System error in presenting records: what yaz-ztest says of another syntax", NO_SYNTAX],
  [23, "Combination of specified databases not supported", NOT_TOGETHER],
  [24, "Element set names not supported", NO_ELEMENTS],
  [25, "Element set name not valid for database", NO_ELEMENTS],
  [27, "Result set no longer exists", "temporarily-unavailable: the server dropped the result set"],
  [29, "A database is locked", BUSY],
  [31, "Resources exhausted, no results available", BUSY],
  [101, "Access-control failure", DENIED],
  [107, "Query type not supported", NO_SEARCH],
  [109, "Database unavailable", NO_DATABASE],
  [110, "Operator unsupported", NO_SEARCH],
  [111, "Too many databases specified", NOT_TOGETHER],
  [113, "Unsupported attribute type", NO_SEARCH],
  [114, "Unsupported Use attribute", NO_SEARCH],
  [115, "Unsupported value for Use attribute", NO_SEARCH],
  [116, "Use attribute required but not supplied", NO_SEARCH],
  [117, "Unsupported Relation attribute", NO_SEARCH],
  [118, "Unsupported Structure attribute", NO_SEARCH],
  [119, "Unsupported Position attribute", NO_SEARCH],
  [120, "Unsupported Truncation attribute", NO_SEARCH],
  [121, "Unsupported attribute set", NO_SEARCH],
  [122, "Unsupported Completeness attribute", NO_SEARCH],
  [123, "Unsupported attribute combination", NO_SEARCH],
  [125, "Malformed search term", BAD_TERM],
  [126, "Illegal term value for attribute", BAD_TERM],
  [227, "No data available in requested record syntax", NO_SYNTAX],
  [235, "Database does not exist", NO_DATABASE],
  [236, "Access to specified database denied", DENIED],
  [238, "Record not available in requested syntax", NO_SYNTAX],
  [239, "Record syntax not supported", NO_SYNTAX],
  [1010, "Bad user", "auth-required: the server requires a login; set the z39.50 option user"],
  [1011, "Bad user or password", REJECTED],
  [1012, "No searches remaining", DENIED],
  [1013, "Incorrect interface type", DENIED],
  [1014, "Authentication system error", DENIED],
  [1015, "Maximum number of sessions", BUSY],
  [1016, "Blocked network address", DENIED],
  [1017, "No databases available for the user", DENIED],
  [1018, "System temporarily out of resources", BUSY],
  [1019, "System not available due to maintenance", BUSY],
  [1020, "System temporarily unavailable", BUSY],
  [1021, "Account has expired", REJECTED],
  [1022, "Password has expired", REJECTED],
];

const NO_LOGIN = { user: undefined };

/** "code: message; hint". */
function written({ code, message, hint }: Pick<AccessError, "code" | "message" | "hint">): string {
  return `${code}: ${message}${hint === undefined ? "" : `; ${hint}`}`;
}

describe("the error of a diagnostic", () => {
  it.each(KNOWN)("%i, %s, is %s", (condition, _, error) => {
    const given = diagnosticError({ condition, text: "" }, NO_LOGIN);
    expect(written(given)).toBe(error);
    expect(given).toMatchObject({ replyCode: condition, reply: undefined });
  });

  it("that is not known is a protocol-error with its number", () => {
    const known = new Set(KNOWN.map(([condition]) => condition));
    for (let condition = 1; condition < 1100; condition++) {
      if (known.has(condition)) continue;
      expect(written(diagnosticError({ condition, text: "" }, NO_LOGIN))).toBe(
        `protocol-error: the server rejected the request with diagnostic ${condition}`,
      );
    }
  });

  it("of another set has no number", () => {
    const error = diagnosticError({ condition: 0, text: "no" }, NO_LOGIN);
    expect(written(error)).toBe("protocol-error: the server rejected the request");
    expect(error).toMatchObject({ replyCode: undefined, reply: "no" });
  });

  it("has the printable text of the server, up to 500 characters", () => {
    expect(diagnosticError({ condition: 1, text: "a\x1b\r\nb" }, NO_LOGIN).reply).toBe("a\\x1b\\x0d\\x0ab");
    expect(diagnosticError({ condition: 1, text: "x".repeat(500) }, NO_LOGIN).reply).toBe("x".repeat(500));
    expect(diagnosticError({ condition: 1, text: "x".repeat(501) }, NO_LOGIN).reply).toBe("x".repeat(500));
  });
});

describe("the records of a database", () => {
  /** Returns the entries of `list`, or its error. */
  async function list(behaviour: Parameters<typeof worldOf>[0]): Promise<readonly Entry[] | string> {
    const { client, clock } = worldOf(behaviour);
    return clock.until(all<Entry>(client.list("z39.50s://h.example/db"))).catch(written);
  }

  it.each(KNOWN.filter(([, , error]) => error === NO_SEARCH))(
    "are not listed after diagnostic %i, %s: an entry says what to do",
    async (condition) => {
      expect(await list({ search: () => searchResponse(0, false, diagnostic(condition)) })).toEqual([
        {
          name: "the server does not list every record: search for words",
          kind: "information",
          url: undefined,
        },
      ]);
    },
  );

  it.each(KNOWN.filter(([, , error]) => error !== NO_SEARCH))(
    "fail after diagnostic %i, %s",
    async (condition, _, error) => {
      expect(await list({ search: () => searchResponse(0, false, diagnostic(condition)) })).toBe(error);
    },
  );

  it("fail if the server has them in no requested syntax", async () => {
    expect(await list({ present: () => presentResponse(diagnostic(239)) })).toBe(NO_SYNTAX);
  });

  it.each(KNOWN.filter(([, , error]) => error !== NO_SEARCH))(
    "are requested in the next syntax after some diagnostics: %i, %s",
    async (condition, _, error) => {
      const text = presentResponse(records(recordOf(universal(0x1b, octetsOf("Tides")), SUTRS)));
      const entries = await list({
        present: (nth) => (nth === 1 ? presentResponse(diagnostic(condition)) : text),
      });
      if ([13, 14, 227, 238, 239].includes(condition)) expect(entries).toMatchObject([{ name: "Tides" }]);
      else expect(entries).toBe(error);
    },
  );

  it.each(KNOWN)("have an error instead of a record with diagnostic %i, %s", async (condition, _, error) => {
    const entries = await list({ present: () => presentResponse(records(surrogate(condition, "why"))) });
    const message = error.replace(/^.*?: /, "").replace(/; .*/, "");
    expect(entries).toEqual([{ name: `record 1: ${message}: why`, kind: "error", url: undefined }]);
  });
});
