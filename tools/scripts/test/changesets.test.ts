/**
 * A changeset becomes a paragraph in the changelog of each package that it names, so it names only those whose users it
 * concerns. `changeset version` fails if one names a package that is not published.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
/** A changeset for more packages must say so in its text. */
const MAX_PACKAGES = 6;
/** UTF-16 code units. */
const MAX_TEXT = 1600;

const published = new Set(
  readdirSync(join(ROOT, "packages"))
    .map((folder) => JSON.parse(readFileSync(join(ROOT, "packages", folder, "package.json"), "utf8")))
    .filter((manifest) => manifest.private !== true)
    .map(({ name }) => name as string),
);

function faultsOf(changeset: string): readonly string[] {
  const [, head = "", text = ""] = /^---\n(.*?)---\n(.*)$/s.exec(changeset) ?? [];
  const lines = head.split("\n").filter((line) => line !== "");
  const named = lines.map((line) => /^"([^"]+)": (patch|minor)$/.exec(line)?.[1]);
  const names = named.filter((name) => name !== undefined);
  const areAllSchemes = /\b(?:each|every) scheme\b/i.test(text);
  const isMentioned = (name: string) =>
    text.includes(`\`${name}\``) || (areAllSchemes && /^@anyurl\/(?:scheme|protocol)-/.test(name));
  return [
    ...lines.filter((_, i) => named[i] === undefined).map((line) => `cannot read ${line}`),
    ...names.filter((name) => !published.has(name)).map((name) => `${name} is not published`),
    ...names.filter((name, i) => names.indexOf(name) < i).map((name) => `names ${name} twice`),
    ...(names.length === 0 ? ["names no package"] : []),
    ...(names.length > MAX_PACKAGES
      ? names.filter((name) => !isMentioned(name)).map((name) => `does not say what it means for ${name}`)
      : []),
    ...(text.trim() === "" ? ["has no text"] : []),
    ...(text.length > MAX_TEXT ? [`is longer than ${MAX_TEXT} characters`] : []),
  ];
}

describe("changesets", () => {
  const names = readdirSync(join(ROOT, ".changeset")).filter((name) => /^(?!README).*\.md$/.test(name));

  it("name only published packages that they concern", () => {
    const faults = names.map(
      (name) => [name, faultsOf(readFileSync(join(ROOT, ".changeset", name), "utf8"))] as const,
    );
    expect(faults.filter(([, found]) => found.length > 0)).toEqual([]);
  });

  it.each([
    ["cannot read", '---\n"@anyurl/core": major\n---\n\nx\n'],
    ["@anyurl/cli is not published", '---\n"@anyurl/cli": patch\n---\n\nx\n'],
    ["names anyurl twice", '---\n"anyurl": patch\n"anyurl": patch\n---\n\nx\n'],
    ["names no package", "---\n---\n\nx\n"],
    ["has no text", '---\n"anyurl": patch\n---\n\n'],
    ["is longer", `---\n"anyurl": patch\n---\n\n${"x".repeat(2000)}\n`],
    ["does not say", `---\n${[...published].map((name) => `"${name}": patch\n`).join("")}---\n\nx\n`],
  ])("a fault: %s", (fault, changeset) => {
    expect(faultsOf(changeset)).toEqual(expect.arrayContaining([expect.stringContaining(fault)]));
  });
});
