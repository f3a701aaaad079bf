import { createRegistry } from "@anyurl/core";
import { canHandOver, handOver } from "@anyurl/core/hand-over";
import { describe, expect, it } from "vitest";
import { geo, sms, tel } from "../src/index.ts";

const urls = createRegistry(tel, sms, geo);

async function run(text: string, confirm: Parameters<typeof handOver>[1]["confirm"] = "confirmed") {
  const got: string[] = [];
  await handOver(urls.parse(text), { program: (url) => void got.push(url), confirm });
  return got;
}

describe("handOver", () => {
  it.each([
    ["TEL:+1-201-555-0123", "tel:+12015550123"],
    ["sms:+1-510-555-0101?body=hi", "sms:+15105550101?body=hi"],
    ["geo:48.2010,16.3695;crs=wgs84", "geo:48.201,16.3695"],
    ["tel:*%2306%23;phone-context=x.example", "tel:*%2306%23;phone-context=x.example"],
  ])("passes the normal form to the program: %s", async (text, normal) => {
    expect(await run(text)).toEqual([normal]);
  });

  it("asks with the whole normal form, and runs nothing without the answer true", async () => {
    const shown: string[] = [];
    const ask = (answer: unknown) => (url: string) => {
      shown.push(url);
      return answer as boolean;
    };
    expect(await run("tel:+1-2", ask(true))).toEqual(["tel:+12"]);
    for (const answer of [false, undefined, 1, "yes"])
      await expect(run("tel:+1-2", ask(answer))).rejects.toThrow(
        expect.objectContaining({ code: "aborted" }),
      );
    expect(new Set(shown)).toEqual(new Set(["tel:+12"]));
  });

  it("fails with unsupported for a mandatory parameter that is unknown (RFC 3966 §5.4)", async () => {
    for (const text of ["tel:+1;m-new=x", "sms:+2,+1;m-new=x"])
      await expect(run(text)).rejects.toThrow(expect.objectContaining({ code: "unsupported" }));
    expect(await run("tel:+1;new=x")).toEqual(["tel:+1;new=x"]);
  });

  it("fails with unsupported for a scheme without programs", async () => {
    const other = urls.parse("x-other:a");
    expect(canHandOver(other)).toBe(false);
    await expect(handOver(other, { program: () => {}, confirm: "confirmed" })).rejects.toThrow(
      expect.objectContaining({ code: "unsupported" }),
    );
  });
});
