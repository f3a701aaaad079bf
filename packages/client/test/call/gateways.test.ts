import { defineScheme, type Entity, type Url } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { createClient, type Gateways } from "../../src/index.ts";
import { FakeTransport } from "../world.ts";

/** A scheme that returns the text of the requested URL. */
const echo = <const Name extends string>(name: Name) =>
  defineScheme({
    name,
    cite: [name],
    parse: () => ({}),
    format: () => `${name}:`,
    examples: [],
    access: async () => ({
      async get({ href }: Url): Promise<Entity> {
        return {
          body: (async function* () {
            yield new TextEncoder().encode(href);
            return true as const;
          })(),
        };
      },
      async remove() {},
    }),
  });

const schemes = [echo("x-gate"), echo("x-other"), echo("x-old")] as const;
const clientWith = (gateways: Gateways, policy = {}) =>
  createClient({ schemes, transport: new FakeTransport(), gateways, policy });
const got = async (url: string, gateways: Gateways) => (await clientWith(gateways).get(url)).text();

describe("the option gateways", () => {
  it.each([
    [
      "x-gate://gw.example/{url}",
      "x-old://h/a%2Fb?c#d",
      "x-gate://gw.example/x-old%3A%2F%2Fh%2Fa%252Fb%3Fc%23d",
    ],
    ["x-gate://gw.example/{+url}", "x-old://h/a%2Fb", "x-gate://gw.example/x-old://h/a%2Fb"],
    [
      "x-gate://gw.example/{scheme}/{host}/{port}{+path}?{query}",
      "x-old://h:70/a/b?c=d",
      "x-gate://gw.example/x-old/h/70/a/b?c%3Dd",
    ],
    ["x-gate://gw.example/{host}{port}{query}{fragment}", "x-old://h/", "x-gate://gw.example/h"],
  ])("expands %s for %s to %s", async (template, url, expected) => {
    expect(await got(url, { "x-old": template })).toBe(expected);
  });

  it("applies to its own scheme only, in upper and lower case", async () => {
    const gateways = { "X-OLD": "x-gate://gw.example/{url}" };
    expect(await got("X-Old:a", gateways)).toBe("x-gate://gw.example/X-Old%3Aa");
    expect(await got("x-other:a", gateways)).toBe("x-other:a");
  });

  it("opens URLs of a scheme that is not installed", async () => {
    expect(await got("x-missing://h/", { "x-missing": "x-gate://gw.example/{url}" } as Gateways)).toBe(
      "x-gate://gw.example/x-missing%3A%2F%2Fh%2F",
    );
  });

  it("can use the scheme of another gateway", async () => {
    const gateways = { "x-old": "x-other://a/{url}", "x-other": "x-gate://b/{url}" };
    expect(await got("x-old:y", gateways)).toBe("x-gate://b/x-other%3A%2F%2Fa%2Fx-old%253Ay");
  });

  it("reports the opened URL", async () => {
    const { url } = await clientWith({ "x-old": "x-gate://gw.example/{url}" }).get("x-old:y");
    expect(url).toBe("x-gate://gw.example/x-old%3Ay");
  });

  it.each([
    ["leads to itself", { "x-old": "x-old://gw.example/{url}" }],
    ["leads back", { "x-old": "x-other://a/{url}", "x-other": "x-old://b/{url}" }],
    ["has another variable", { "x-old": "x-gate://gw.example/{user}" }],
    ["has another operator", { "x-old": "x-gate://gw.example/{#url}" }],
    ["is not closed", { "x-old": "x-gate://gw.example/{url" }],
    ["has no scheme of its own", { "x-old": "{+url}" }],
    ["is no URL", { "x-old": "gw.example/{url}" }],
  ])("is rejected by createClient if it %s", (_, gateways) => {
    expect(() => clientWith(gateways as Gateways)).toThrow(
      expect.objectContaining({
        code: "bad-option",
        message: expect.stringMatching(/^invalid client option gateways: expected /),
      }),
    );
  });

  it("never receives the user and the password", async () => {
    const error = await clientWith({ "x-old": "x-gate://gw.example/{url}" })
      .get("x-old://me:secret1@h/")
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "userinfo-not-allowed", scheme: "x-old" });
    expect(String(error)).not.toContain("secret1");
  });

  it("is used for reading only", async () => {
    await expect(
      Promise.resolve().then(() => clientWith({ "x-old": "x-gate://gw.example/{url}" }).remove("x-old:y")),
    ).rejects.toMatchObject({ code: "unsupported" });
  });

  it("is subject to the policy, like the URL itself", async () => {
    for (const allowSchemes of [["x-old"], ["x-gate"]]) {
      const client = clientWith({ "x-old": "x-gate://gw.example/{url}" }, { allowSchemes });
      await expect(client.get("x-old:y")).rejects.toMatchObject({ code: "scheme-blocked" });
    }
  });
});
