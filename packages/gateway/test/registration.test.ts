import { describe, expect, it } from "vitest";
import { ask, open, strictGateway } from "./world.ts";

describe("a scheme that the gateway cannot open", () => {
  it.each([
    ["mailserver:a", "use mailto (RFC 6196 §1)"],
    ["z39.50://h.example/", "use z39.50r or z39.50s (RFC 2056 §3, §4)"],
    ["coap://h.example/", "the IANA status of the name is permanent (RFC 7252)"],
  ])(
    "has the text of IANA's registry on its page, in its problem, and on the home page: %s",
    async (url, hint) => {
      const gateway = strictGateway();
      const page = await open(gateway, url);
      expect([page.status, await page.text()]).toEqual([501, expect.stringContaining(hint)]);
      const problem = (await (await open(gateway, url, { accept: "*/*" })).json()) as { hint: string };
      expect(problem.hint).toContain(hint);
      const home = await ask(gateway, `/?url=${encodeURIComponent(url)}`);
      expect(await home.text()).toContain(hint);
    },
  );

  it("has no such text if the name is not registered", async () => {
    const page = await open(strictGateway(), "x-nothing:a");
    expect(await page.text()).not.toContain("IANA");
  });
});
