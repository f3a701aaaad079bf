import { describe, expect, it } from "vitest";
import { createRegistry, defineScheme } from "../../src/index.ts";

const SCHEME = { name: "x-t", cite: ["README"], format: () => "x-t:", examples: [] } as const;

describe("a default port of a scheme", () => {
  it.each([0, 65_535, undefined])("can be %s", (port) => {
    const urls = createRegistry({ ...defineScheme(SCHEME), defaultPort: () => port });
    expect(urls.normalize("X-T://h:1/")).toBe("x-t://h:1/");
  });

  it.each([-1, 65_536, 1.5, Number.NaN, "80"])("that is %s is a fault of the scheme", (port) => {
    const urls = createRegistry({ ...defineScheme(SCHEME), defaultPort: () => port as number });
    expect(() => urls.normalize("X-T://h:1/")).toThrow(expect.objectContaining({ code: "plugin-fault" }));
  });
});

describe("the access of a scheme", () => {
  it("is loaded once, and again after it could not be loaded", async () => {
    let loads = 0;
    const scheme = defineScheme({
      ...SCHEME,
      access: async () => {
        if (++loads === 1) throw new TypeError("offline");
        return {};
      },
    });
    await expect(scheme.access!()).rejects.toThrow("offline");
    const [first, second] = [scheme.access!(), scheme.access!()];
    expect(first).toBe(second);
    expect(await first).toEqual({});
    expect(await scheme.access!()).toBe(await first);
    expect(loads).toBe(2);
  });
});
