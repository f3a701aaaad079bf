import { describe, expect, it } from "vitest";
import {
  AccessError,
  createRegistry,
  defineScheme,
  type Scheme,
  type SchemeDefinition,
} from "../../src/index.ts";

type Definition = SchemeDefinition<"xx", object, object, object>;

const schemeWith = (changes: Partial<Definition>): Scheme =>
  defineScheme<"xx", object, object, object>({
    name: "xx",
    cite: ["RFC 1738 §4"],
    format: () => "xx:a",
    examples: [],
    ...changes,
  });

const failing = (): never => {
  throw new TypeError("undefined is not a function");
};
const fault = expect.objectContaining({ code: "plugin-fault", scheme: "xx" });

describe("a scheme that throws, or gives nonsense, is at fault when it is to", () => {
  it.each<[string, Partial<Definition>, (urls: ReturnType<typeof createRegistry>) => unknown]>([
    ["read", { parse: async () => ({}) }, (urls) => urls.parse("xx:a")],
    ["write", { format: failing }, (urls) => urls.format("xx", {})],
    ["write a text", { format: () => 1 as never }, (urls) => urls.format("xx", {})],
    ["format a URL of its own scheme", { format: () => "yy:a" }, (urls) => urls.format("xx", {})],
    ["normalize", { normalize: failing }, (urls) => urls.normalize("xx:a")],
    ["normalize to a text", { normalize: () => null as never }, (urls) => urls.normalize("xx:a")],
    ["normalize to one of its own", { normalize: () => "yy:a" }, (urls) => urls.compare("xx:a", "xx:b")],
    ["describe", { describe: failing }, (urls) => urls.describe("xx:a")],
    ["describe parts", { describe: () => ({}) as never }, (urls) => urls.describe("xx:a")],
    ["plan", { plan: failing }, (urls) => urls.plan("xx:a")],
    ["plan steps", { plan: () => ({ operation: "get" }) as never }, (urls) => urls.plan("xx:a")],
    ["recognize a directory", { isDirectory: failing }, (urls) => urls.isDirectory("xx:a")],
  ])("%s", (_, changes, ask) => {
    expect(() => ask(createRegistry(schemeWith(changes)))).toThrow(fault);
  });

  it("and not where it refuses", () => {
    const refusing = schemeWith({
      plan: () => {
        throw new AccessError("unsupported", "there is nothing to plan");
      },
    });
    expect(() => createRegistry(refusing).plan("xx:a")).toThrow(
      expect.objectContaining({ code: "unsupported" }),
    );
  });
});

describe("createRegistry", () => {
  const good = schemeWith({});
  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["a module", { default: good }],
    ["invalid names", { ...good, names: ["x y"] }],
    ["names in capitals", { ...good, names: ["XX"] }],
    ["names that are not strings", { ...good, names: [7] }],
    ["no names", { ...good, names: "xx" }],
  ])("rejects %s as a scheme", (_, scheme) => {
    expect(() => createRegistry(scheme as Scheme)).toThrow(expect.objectContaining({ code: "plugin-fault" }));
  });
});
