import { resolveOptions } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import type { NfsOptions } from "../src/index.ts";
import { nfsOptions } from "../src/options.ts";

const resolve = (options: Readonly<Record<string, unknown>>) =>
  resolveOptions(nfsOptions, options as NfsOptions);

describe("options", () => {
  it("have defaults", () => {
    expect(resolve({})).toEqual({
      ...{ uid: undefined, gid: 65_534, machineName: "anyurl", fallback: true },
      ...{ portmapperPort: 111, mountPort: undefined, links: "server", linkText: "url", maxLinks: 8 },
      ...{ transferSize: 65_536, jukeboxRetries: 5, jukeboxDelay: 1_000 },
    });
  });

  it.each<[name: string, accepted: readonly unknown[], rejected: readonly unknown[]]>([
    // RFC 5531 appendix A: an unsigned int, and string machinename<255>.
    ["uid", [0, 4_294_967_295], [-1, 4_294_967_296, 1.5]],
    ["gid", [0, 4_294_967_295], [-1, 4_294_967_296]],
    ["machineName", ["x", "!~", "x".repeat(255)], ["", "x".repeat(256), "a b", "\u007f", "é"]],
    ["portmapperPort", [1, 65_535], [0, 65_536]],
    ["mountPort", [1, 65_535], [0, 65_536]],
    ["links", ["none", "server", "any"], ["all"]],
    ["linkText", ["url", "path"], ["text"]],
    ["maxLinks", [0, 1_000], [-1]],
    ["transferSize", [512, 1_048_576], [511, 1_048_577]],
    ["jukeboxRetries", [0, 1_000], [-1]],
    ["jukeboxDelay", [1, 60_000], [0]],
    ["fallback", [true, false], ["maybe"]],
  ])("%s has a range", (name, accepted, rejected) => {
    for (const value of accepted) expect(resolve({ [name]: value })).toMatchObject({ [name]: value });
    for (const value of rejected)
      expect(() => resolve({ [name]: value })).toThrow(expect.objectContaining({ code: "bad-option" }));
  });
});
