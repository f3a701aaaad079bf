import { describe, expect, it } from "vitest";
import { createRegistry, defineScheme } from "../../src/index.ts";
import { canHandOver, type HandOverOptions, handOver } from "../../src/scheme/hand-over.ts";

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

describe("a defined scheme", () => {
  const REQUIRED = ["names", "cite", "hierarchical", "defaultPort", "parse", "format", "is", "examples"];

  it("has only what was defined", () => {
    expect(Object.keys(defineScheme(SCHEME)).filter((key) => !REQUIRED.includes(key))).toEqual([]);
  });

  it.each([...["keepEscapes", "selfContained", "writesWhole", "writesDirectly", "makesLinks", "keepsParts"]])(
    "has the flag %s only if it is true",
    (flag) => {
      expect(defineScheme({ ...SCHEME, [flag]: true })).toHaveProperty(flag, true);
      expect(defineScheme({ ...SCHEME, [flag]: false })).not.toHaveProperty(flag);
    },
  );
});

describe("a URL that is handed over", () => {
  const given: string[] = [];
  const program = (url: string) => void given.push(url);
  const call = createRegistry(
    defineScheme({
      ...SCHEME,
      presentation: { handOver: ({ path }) => (path === "no" ? "it is forbidden" : undefined) },
    }),
  );

  it.each<[text: string, confirm: HandOverOptions["confirm"], code: string | undefined]>([
    ["x-t:a", "confirmed", undefined],
    ["x-t:%61", () => true, undefined],
    ["x-t:a", async () => true, undefined],
    ["x-t:a", () => false, "aborted"],
    ["x-t:a", () => 1 as never, "aborted"],
    ["x-t:no", "confirmed", "unsupported"],
    ["other:a", "confirmed", "unsupported"],
  ])("%s needs an answer of true", async (text, confirm, code) => {
    given.length = 0;
    const done = handOver(call.parse(text as string), { program, confirm });
    if (code === undefined) await done;
    else await expect(done).rejects.toMatchObject({ code });
    expect(given).toEqual(code === undefined ? ["x-t:a"] : []);
  });

  it("can only be one of a scheme with such programs", () => {
    expect(["x-t:a", "other:a"].map((text) => canHandOver(call.parse(text)))).toEqual([true, false]);
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
