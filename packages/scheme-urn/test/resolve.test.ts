import { createClient } from "@anyurl/client";
import { AccessError, createRegistry } from "@anyurl/core";
import { memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { type ResolveRequest, type UrnResolvers, urn } from "../src/index.ts";
import { book } from "./book-scheme.ts";

const client = createClient({ schemes: [urn, book], transport: memoryTransport() });
const urls = createRegistry(urn);
const get = async (url: string, resolvers?: UrnResolvers) =>
  (await client.get(url, { options: resolvers === undefined ? {} : { resolvers } })).text();
const code = (expected: string) => expect.objectContaining({ code: expected });

describe("urn get with a template", () => {
  it.each([
    ["urn:example:weather?=op=map&lat=39.56", "x-book:/r/{nss}", "x-book:/r/weather?op=map&lat=39.56"],
    ["URN:Example:a%2Fb/c", "x-book:/{urn}", "x-book:/urn%3Aexample%3Aa%252Fb%2Fc"],
    ["urn:example:a%2Fb/c", "x-book:/{+nss}?n={nid}", "x-book:/a%2Fb/c?n=example"],
    ["urn:example:a?+b=c&d", "x-book:/{nss}?r={r}", "x-book:/a?r=b%3Dc%26d"],
    ["urn:example:a", "x-book:/{nss}?r={r}", "x-book:/a?r="],
    ["urn:example:a?=b#c", "x-book:/{nss}", "x-book:/a?b#c"],
    ["urn:example:a#c", "x-book:/{nss}#d", "x-book:/a#d"],
    ["urn:example:../x", "x-book:/{nss}", "x-book:/..%2Fx"],
  ] as const)("opens the URL with the values: %s, %s", async (url, template, target) => {
    expect(await get(url, { example: template })).toBe(target);
  });

  it("uses the namespace's resolver before the one of all others", async () => {
    const resolvers = { isbn: "x-book:/isbn/{nss}", "*": "x-book:/all/{urn}" };
    expect(await get("urn:isbn:0486275574", resolvers)).toBe("x-book:/isbn/0486275574");
    expect(await get("urn:oid:1.2", resolvers)).toBe("x-book:/all/urn%3Aoid%3A1.2");
  });

  it("fails with unsupported without a resolver, and names the option", async () => {
    await expect(get("urn:example:a")).rejects.toMatchObject({
      code: "unsupported",
      hint: expect.stringContaining("resolvers"),
    });
    // A namespace is not looked up in the prototype of the option.
    await expect(get("urn:constructor:a", {})).rejects.toThrow(code("unsupported"));
  });

  it("fails with redirect-refused if the name would leave the path of the template", async () => {
    for (const nss of ["a/../../x", "a/%2e%2E/x", "a/."])
      await expect(get(`urn:example:${nss}`, { example: "x-book:/r/{+nss}" })).rejects.toThrow(
        code("redirect-refused"),
      );
  });

  it("fails with unsupported if a q-component has no place", async () => {
    await expect(get("urn:example:a?=b", { "*": "x-book:/{nss}?x" })).rejects.toThrow(code("unsupported"));
  });

  it.each([["https://{nss}.example/"], ["{nss}"], ["x-book:{name}"], ["x-book:{nss"], [1 as never]])(
    "rejects the template %j before anything is opened",
    async (template) => {
      await expect(get("urn:example:a", { example: template })).rejects.toThrow(code("bad-option"));
    },
  );

  it("rejects a namespace in upper case, and a list", async () => {
    await expect(get("urn:isbn:0486275574", { ISBN: "x-book:{nss}" })).rejects.toThrow(code("bad-option"));
    await expect(get("urn:isbn:0486275574", [] as never)).rejects.toThrow(code("bad-option"));
  });
});

describe("urn get with a function", () => {
  it("passes all components and opens the returned URL", async () => {
    const requests: ResolveRequest[] = [];
    const resolver = async (request: ResolveRequest) => {
      requests.push(request);
      return "x-book:found";
    };
    expect(await get("URN:ISBN:0-486-27557-4?+r?=q#f", { isbn: resolver })).toBe("x-book:found");
    expect(requests).toEqual([
      {
        ...{ urn: "urn:isbn:0-486-27557-4", nid: "isbn", nss: "0-486-27557-4" },
        ...{ rComponent: "r", qComponent: "q", fComponent: "f" },
        name: { kind: "isbn10", digits: "0486275574" },
      },
    ]);
  });

  it("fails with a code whatever the function does", async () => {
    const cases = [
      [() => undefined, "not-found"],
      [() => 1 as never, "plugin-fault"],
      [() => Promise.reject(new Error("oops")), "plugin-fault"],
      [() => Promise.reject(new AccessError("permission-denied", "no")), "permission-denied"],
      [() => "not a URL", "redirect-refused"],
      [() => "file:///etc/passwd", "redirect-refused"],
      [() => "urn:example:a", "too-many-redirects"],
    ] as const;
    for (const [resolver, expected] of cases)
      await expect(get("urn:example:a", { "*": resolver })).rejects.toThrow(code(expected));
  });
});

describe("urn plan", () => {
  const steps = (template: string) =>
    urls.plan("urn:example:a", "get", { resolvers: { "*": template } }).steps;

  it("has the connection to the server of the template, and calls no function", () => {
    expect(steps("https://r.example:8443/{nss}")).toEqual([
      { do: "connect", on: "control", host: "r.example", port: 8443, cite: "RFC 8141 §2.3.1" },
    ]);
    expect(steps("x-book:{nss}")).toEqual([
      {
        do: "local",
        text: "open x-book:a, which the resolver names",
        url: "x-book:a",
        cite: "RFC 8141 §2.3.1",
      },
    ]);
    const resolver = () => expect.unreachable();
    expect(() => urls.plan("urn:example:a", "get", { resolvers: { "*": resolver } })).toThrow(
      code("unsupported"),
    );
  });
});
