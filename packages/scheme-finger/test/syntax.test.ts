import { createRegistry } from "@anyurl/core";
import { getView } from "@anyurl/core/presentation";
import { anyAuthority, describeScheme, readVectors, textWithout } from "@anyurl/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finger } from "../src/index.ts";

const name = textWithout("@");
const user = name.filter((text) => text !== "" && !/^\/W(?: |$)/.test(text));

describeScheme(finger, readVectors(new URL("vectors.json", import.meta.url)), {
  authority: anyAuthority(),
  parts: fc.record(
    { verbose: fc.boolean(), user, hosts: fc.array(name, { maxLength: 3 }) },
    { requiredKeys: ["verbose", "hosts"] },
  ),
});

const urls = createRegistry(finger);

describe("a user before the host", () => {
  it("is one problem, which says where the user belongs", () => {
    const { problems } = urls.tryParse("finger://bob:pw@h.example/alice");
    expect(problems).toMatchObject([
      { code: "userinfo-not-allowed", hint: "write the user after the host: finger://HOST/USER" },
    ]);
  });

  it("does not hide another problem", () => {
    const { problems } = urls.tryParse("finger://bob@/alice");
    expect(problems.map(({ code }) => code).toSorted()).toEqual(["missing-host", "userinfo-not-allowed"]);
  });
});

it.each([
  ["finger://h.example/", "who is logged in", undefined],
  ["finger://h.example/%2FW", "who is logged in, in detail", undefined],
  ["finger://h.example/alice", "a user", "alice"],
  ["finger://h.example/alice@g.example", "a user, asked of another host through this one", "alice"],
])("the meaning and the title of %s", (text, meaning, title) => {
  expect(urls.describe(text).find(({ name }) => name === "request")).toMatchObject({ meaning });
  expect(getView(urls.parse(text), finger).title).toBe(title);
});

it("has a plan for get only", () => {
  expect(() => urls.plan("finger://h.example/alice", "list" as "get")).toThrow(
    expect.objectContaining({ code: "unsupported", hint: "use get" }),
  );
});
