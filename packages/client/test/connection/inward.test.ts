import type { Remote } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { isInward, outsideSender, rejectInternal } from "../../src/connection/approve.ts";
import { bytesOf, EMBEDDINGS, formatAddress, textForms } from "./address-forms.ts";

const PUBLIC = { address: "8.8.8.8", port: 70 };
const INNER = [
  "127.0.0.1",
  "10.0.0.1",
  "100.64.0.1",
  "169.254.169.254",
  "0.0.0.0",
  "::1",
  "fd00::1",
  "fe80::1",
];

const ledBy = (server: Remote | undefined) => rejectInternal(["10.0.0.2"], outsideSender(server));

describe("the inward rule", () => {
  it.each(INNER)("blocks %s in every text form for a public server", (address) => {
    for (const text of textForms(bytesOf(address))) {
      expect([text, isInward(text)]).toEqual([text, true]);
      expect(() => rejectInternal([text], PUBLIC)).toThrow(
        expect.objectContaining({ name: "AccessError", code: "host-blocked" }),
      );
    }
  });

  it.each(Object.entries(EMBEDDINGS))("blocks an inner address that is embedded as %s", (_, embed) => {
    const inner = formatAddress(embed(bytesOf("10.0.0.1")));
    expect(isInward(inner)).toBe(true);
    expect(rejectInternal([inner, "8.8.4.4"], PUBLIC)).toEqual(["8.8.4.4"]);
    expect(() => rejectInternal([inner], PUBLIC)).toThrow("nothing was sent");
  });

  it.each(["localhost", "LOCALHOST.", "a.localhost"])("blocks the name %s for a proxy", (name) => {
    expect(() => rejectInternal([name], PUBLIC)).toThrow("nothing was sent");
  });

  it.each(["8.8.8.8", "::ffff:8.8.8.8", "64:ff9b::808:808", "2606:4700::1111", "h.example"])(
    "lets a public server lead to %s",
    (address) => {
      expect(isInward(address)).toBe(false);
      expect(rejectInternal([address], PUBLIC)).toEqual([address]);
    },
  );

  it.each([...INNER, "::ffff:10.0.0.1"])("lets a server with the address %s lead anywhere", (address) => {
    expect(ledBy({ address, port: 70 })).toEqual(["10.0.0.2"]);
    expect(ledBy(undefined)).toEqual(["10.0.0.2"]);
  });

  // A server chooses its own interface identifier.
  it.each(["2620:0:2d0:200::5efe:a00:1", "2002:a00:1::", "64:ff9b::a00:1"])(
    "does not take a server for an inner one because of what its address %s carries",
    (address) => {
      expect(() => ledBy({ address, port: 70 })).toThrow("nothing was sent");
    },
  );
});
