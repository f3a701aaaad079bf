import { isSyntaxError } from "@anyurl/core";
import { expect, it } from "vitest";
import { createAnyurl } from "../src/index.ts";

/* JavaScript callers may pass anything to format: a field of the wrong type is their error, and never becomes text. */

const urls = createAnyurl() as unknown as { readonly format: (scheme: string, fields: object) => string };
const HOST = { host: "h.example" };

function formatted(scheme: string, fields: object): string {
  try {
    return urls.format(scheme, fields);
  } catch (error) {
    if (!isSyntaxError(error)) throw error;
    return `${error.code}: ${error.problems[0]?.message}`;
  }
}

const EXTERN = 'invalid login: expected a user, and "AUTH" or "SASLAUTH=TYPE"';

it.each<[scheme: string, fields: object, said: string]>([
  ["ftp", { ...HOST, user: 5 }, "bad-field: invalid user: expected text"],
  ["ftp", { ...HOST, user: "u", password: null }, "bad-field: invalid password: expected text"],
  ["ftp", { ...HOST, cwds: 5 }, "bad-field: invalid cwds: expected a list of texts"],
  ["ftp", { ...HOST, cwds: "abc" }, "bad-field: invalid cwds: expected a list of texts"],
  ["ftp", { ...HOST, cwds: ["a", null] }, "bad-field: invalid cwds: expected a list of texts"],
  ["ftp", { ...HOST, name: 5 }, "bad-field: invalid name: expected text"],
  ["ftp", { ...HOST, typecode: ["a"] }, 'bad-ftp-type: invalid typecode: expected "a", "i", or "d"'],
  ["ftp", { ...HOST, port: "21" }, "bad-port: invalid port: expected a whole number from 0 to 65535"],
  ["ftp", { ...HOST, fragment: 5 }, "bad-field: invalid fragment: expected text"],
  ["ftp", { ...HOST, cwds: undefined, user: undefined }, "ftp://h.example/"],
  ["dict", { ...HOST, user: 5, word: "w" }, `bad-userinfo: ${EXTERN}`],
  ["dict", { ...HOST, word: "w", database: 5 }, "bad-field: invalid database: expected text"],
  ["dict", { ...HOST, user: "u", auth: Symbol("AUTH"), word: "w" }, `bad-userinfo: ${EXTERN}`],
  ["mailto", { to: 5 }, "bad-field: invalid to: expected a list of texts"],
  ["mailto", { hfields: null }, "bad-field: invalid hfields: expected a list of objects"],
  ["data", { data: "x", base64: "no" }, "bad-field: invalid base64: expected true or false"],
  ["data", { data: "x", parameters: "a=b" }, "bad-field: invalid parameters: expected a list of objects"],
  ["file", { segments: [5] }, "bad-field: invalid segments: expected a list of texts"],
  ["finger", { ...HOST, hosts: "h2" }, "bad-field: invalid hosts: expected a list of texts"],
  ["gemini", { ...HOST, input: 5 }, "bad-field: invalid input: expected text"],
  ["gopher", { ...HOST, selector: 5 }, "bad-field: invalid selector: expected text"],
  ["gopher", { ...HOST, gophertype: 5 }, "bad-field: invalid gophertype: expected text"],
  ["http", { ...HOST, segments: "a/b" }, "bad-field: invalid segments: expected a list of texts"],
  ["http", { ...HOST, searchpart: { a: 1 } }, "bad-field: invalid searchpart: expected text"],
  ["news", { wildmat: new Date(0) }, "bad-field: invalid wildmat: expected text"],
  ["nfs", { ...HOST, absolute: "no" }, "bad-field: invalid absolute: expected true or false"],
  [
    "nntp",
    { ...HOST, newsgroupName: "a.b", articleNumber: 5 },
    "bad-article-number: an article-number must consist of digits",
  ],
  ["prospero", { ...HOST, fieldspecs: [{ fieldname: "a" }] }, "bad-field: invalid fieldvalue: expected text"],
  ["sftp", { ...HOST, user: 5 }, "bad-field: invalid user: expected text"],
  ["sms", { recipients: [{ number: "+1" }], body: 5 }, "bad-field: invalid body: expected text"],
  [
    "sms",
    { recipients: [{ number: "+1" }], fields: [{ name: "subject", value: 5 }] },
    "bad-field: invalid subject: expected text",
  ],
  ["tel", { number: "+1", isub: 5 }, "bad-field: invalid isub: expected text"],
  ["tel", { number: "+1", parameters: [{ name: "x", value: 5 }] }, "bad-field: invalid x: expected text"],
  ["telnet", { ...HOST, user: 5 }, "bad-field: invalid user: expected text"],
  ["wais", { ...HOST, database: 5 }, "bad-field: invalid database: expected text"],
])("format of %s with %o: %s", (scheme, fields, said) => {
  expect(formatted(scheme, fields)).toBe(said);
});
