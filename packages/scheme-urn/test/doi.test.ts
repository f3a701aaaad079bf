import { createClient, toFetch } from "@anyurl/client";
import { createRegistry, normalizeEscapes, octetsOf } from "@anyurl/core";
import { anyText, describeAccess, describeScheme, memoryTransport, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { doi, fromResolverUrl, type InfoParts, info, toResolverUrl } from "../src/index.ts";
import { echo } from "./book-scheme.ts";

const prefix = fc
  .array(fc.integer({ min: 0, max: 99_999 }), { minLength: 1, maxLength: 3 })
  .map((numbers) => `10.${numbers.join(".")}`);
const suffix = anyText({ maxLength: 12 }).filter((text) => /^[^\p{Cc} ]+$/u.test(text));
const identifier = fc
  .string({ unit: fc.constantFrom(..."abcXYZ019-._~!$&'()*+,;=:@/"), minLength: 1, maxLength: 12 })
  .filter((text) => text !== "");

describeScheme(doi, readVectors(new URL("doi-vectors.json", import.meta.url)), {
  parts: fc.record({ prefix, suffix }),
});
/** An identifier is as written, and normalizing changes escapes. */
const compared = ({ namespace, identifier: id }: InfoParts) => `${namespace}/${normalizeEscapes(id)}`;
describeScheme(
  info,
  readVectors(new URL("info-vectors.json", import.meta.url)),
  { parts: fc.record({ namespace: fc.constantFrom("ddc", "x-1", "lccn"), identifier }) },
  { sameParts: (a, b) => compared(a) === compared(b) },
);

const options = { resolve: true, resolver: "http://resolver.example/" };
for (const [scheme, name] of [
  [doi, "10.1000/182"],
  [info, "doi/10.1000/182"],
] as const)
  describeAccess(
    scheme,
    {
      start: async () => ({
        url: (path) => `${scheme.names[0]}:${path}`,
        ...{ received: [], live: 0, close: async () => {} },
      }),
      client: (world) => {
        const client = createClient({ schemes: [scheme, echo], transport: memoryTransport(), ...world });
        return {
          ...client,
          get: (url, call) => client.get(url as never, { ...call, options: { ...options, ...call.options } }),
        };
      },
      fetch: toFetch,
      get: { path: name, octets: octetsOf("http://resolver.example/10.1000/182"), mediaType: "text/plain" },
      except: { "plan: get": "the plan depends on the resolver" },
    },
    { beside: [echo] },
  );

const urls = createRegistry(doi, info, echo);
const code = (expected: string) => expect.objectContaining({ code: expected });

describe("a DOI name and its URL at doi.org", () => {
  it.each([
    ["doi:10.1000/182", "https://doi.org/10.1000/182"],
    ["doi:10.1000/a%3Fb%23c", "https://doi.org/10.1000/a%3Fb%23c"],
    ["doi:10.1002/(SICI)1%3C9::A%3E3", "https://doi.org/10.1002/(SICI)1%3C9::A%3E3"],
  ] as const)("converts in both directions: %s, %s", (text, target) => {
    const { parts } = urls.parse(text);
    expect(toResolverUrl(parts)).toBe(target);
    const back = fromResolverUrl(urls.parse(target));
    expect(back).toEqual({ ...parts });
    expect(urls.format("doi", back!)).toBe(text);
    expect(urls.format("info", { namespace: "doi", identifier: text.slice(4) })).toBe(
      `info:doi/${text.slice(4)}`,
    );
  });

  it.each(["http://dx.doi.org/10.1000/182", "https://www.DOI.org:443/10.1000/182#a"])(
    "reads the other hosts of the resolver: %s",
    (text) => {
      expect(fromResolverUrl(urls.parse(text))).toEqual({ prefix: "10.1000", suffix: "182" });
    },
  );

  it.each([
    "https://doi.org/",
    "https://doi.org/10.1000/182?noredirect",
    "https://doi.org:8080/10.1000/182",
    "https://doi.org.example/10.1000/182",
    "ftp://doi.org/10.1000/182",
    "https://doi.org/urn:x",
  ])("reads no DOI name from %s", (text) => {
    expect(fromResolverUrl(urls.parse(text))).toBeUndefined();
  });

  it("are not equivalent: one names an object, the other a page of a server", () => {
    const result = urls.compare("doi:10.1000/182", "https://doi.org/10.1000/182");
    expect([result.equivalent, result.difference?.component]).toEqual([false, "scheme"]);
  });
});

describe("doi and info get", () => {
  const client = createClient({ schemes: [doi, info, echo], transport: memoryTransport() });

  it("asks no resolver unless the caller sets resolve", async () => {
    for (const url of ["doi:10.1000/182", "info:doi/10.1000/182"])
      await expect(client.get(url as never)).rejects.toMatchObject({
        code: "unsupported",
        hint: expect.stringContaining("resolve"),
      });
  });

  it("passes the fragment to the resource", async () => {
    const result = await client.get("doi:10.1000/a%3Fb#c", { options });
    expect(await result.text()).toBe("http://resolver.example/10.1000/a%3Fb#c");
  });

  it("fails with unsupported for a namespace of info without a resolver", async () => {
    await expect(client.get("info:lccn/1", { options })).rejects.toThrow(code("unsupported"));
    expect(() => urls.plan("info:lccn/1", "get", options)).toThrow(code("unsupported"));
  });

  it("fails with redirect-refused if the name would leave the path of the resolver", async () => {
    for (const name of ["10.1/../x", "10.1/a/%2e%2e/b", "10.1/."])
      await expect(client.get(`doi:${name}`, { options })).rejects.toThrow(code("redirect-refused"));
  });

  it.each(["ftp://r.example/", "https://r.example", "https://r.example/?q=", "https:///", "javascript:x/"])(
    "rejects the resolver %s",
    async (resolver) => {
      await expect(client.get("doi:10.1/a", { options: { resolve: true, resolver } })).rejects.toThrow(
        code("bad-option"),
      );
    },
  );

  it("plans the connection to the resolver", () => {
    expect(urls.plan("doi:10.1000/182", "get", { resolve: true }).steps).toEqual([
      { do: "connect", on: "control", host: "doi.org", port: undefined, cite: "ISO 26324" },
    ]);
    expect(() => urls.plan("doi:10.1000/182")).toThrow(code("unsupported"));
    expect(() => urls.plan("doi:10.1000/182", "put", { resolve: true })).toThrow(code("unsupported"));
  });
});
