import { getOptionSet, type OptionDeclarations } from "@anyurl/core";
import { createAnyurl } from "anyurl";
import { describe, expect, test } from "vitest";
import { run } from "../captured.ts";

const urls = createAnyurl();
const SCHEMES = [...new Set(urls.names().map((name) => urls.scheme(name)!))];

describe.each(SCHEMES.map((scheme) => [scheme.names[0]!, scheme] as const))("options of %s", (_, scheme) => {
  const declared: OptionDeclarations = getOptionSet(scheme).declarations;

  test("have short names, and descriptions that are phrases of one line", () => {
    for (const [option, { description }] of Object.entries(declared)) {
      expect(option).toMatch(/^[a-z][A-Za-z0-9]*$/);
      expect(description).toMatch(/^\S.{8,160}[^.\s]$/);
    }
  });

  test("complete in a shell: a name with =, or with each of its choices", async () => {
    const { out } = await run(["completion", "words", "--", "get", `${scheme.names[0]}:`, "--option", ""]);
    for (const [option, declaration] of Object.entries(declared)) {
      if (declaration.type === "choice")
        for (const choice of declaration.choices)
          expect(out).toContain(`${option}=${choice}\t${declaration.description}\n`);
      else if (declaration.type === "function") expect(out).not.toMatch(new RegExp(`^${option}=`, "m"));
    }
  });
});
