import { readFileSync } from "node:fs";
import { createRegistry, defineScheme, schemeNameKind, tryParse } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import {
  describeRegistration,
  findIanaScheme,
  findReplacements,
  listIanaSchemes,
  listSchemes,
  RETRIEVED,
  schemeStatus,
} from "../src/index.ts";

const csv = readFileSync(new URL("../data/uri-schemes.csv", import.meta.url), "utf8");

describe("the table", () => {
  it("contains every row of the file unchanged", () => {
    const rows = csv.trim().split(/\r?\n/).slice(1);
    expect(listIanaSchemes()).toHaveLength(rows.length);
    for (const row of rows) {
      const [name = "", , description = "", status = ""] = row.split(",");
      const found = findIanaScheme(name);
      expect(found?.name).toBe(name);
      // Rows with quotes are checked below.
      if (row.includes('"')) continue;
      expect(found?.status).toBe(status.toLowerCase());
      expect(found?.description).toBe(description.replace(" [1]", ""));
      expect(found?.reference.length).toBe(row.split(",")[5]!.match(/\[/g)?.length);
    }
  });

  it.each([
    ["http", "permanent", ["RFC 9110 §4.2.1"], undefined],
    ["HTTPS", "permanent", ["RFC 9110 §4.2.2"], undefined],
    ["info", "permanent", ["RFC 4452"], undefined],
    ["gopher", "permanent", ["RFC 4266"], undefined],
    ["wais", "historical", ["RFC 4156"], undefined],
    ["prospero", "historical", ["RFC 4157"], undefined],
    ["shttp", "permanent", ["RFC 2660", "status-change-http-experiments-to-historic"], "obsolete"],
    ["afs", "provisional", ["RFC 1738"], "reserved by RFC 1738 §4, which does not define its syntax"],
    [
      "z39.50",
      "historical",
      ["RFC 1738", "RFC 2056"],
      "reserved by RFC 1738 §4, which does not define its syntax",
    ],
  ])("%s is %s", (name, status, reference, note) => {
    expect(findIanaScheme(name)).toMatchObject({ name: name.toLowerCase(), status, reference });
    expect(findIanaScheme(name)?.note).toBe(note);
  });

  it("marks the seven names that RFC 1738 §4 reserves", () => {
    const reserved = listIanaSchemes().filter(({ note }) => note?.startsWith("reserved by RFC 1738"));
    expect(reserved.map(({ name }) => name)).toEqual([
      "afs",
      "cid",
      "mailserver",
      "mid",
      "nfs",
      "tn3270",
      "z39.50",
    ]);
  });

  it("is sorted, frozen, and has valid names", () => {
    const names = listIanaSchemes().map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    expect(new Set(names).size).toBe(names.length);
    for (const scheme of listIanaSchemes()) {
      expect(Object.isFrozen(scheme) && Object.isFrozen(scheme.reference)).toBe(true);
      expect(tryParse(`${scheme.name}:`).ok).toBe(true);
      expect(schemeNameKind(scheme.name)).toBeDefined();
    }
    expect(RETRIEVED).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it.each(["constructor", "__proto__", "toString", "", "http:", "\u212aelvin", "ws\u017f"])(
    "does not contain %j",
    (name) => {
      expect(findIanaScheme(name)).toBeUndefined();
    },
  );
});

describe("statusOf", () => {
  it.each([
    ["ftp", "permanent"],
    ["FTP", "permanent"],
    ["afs", "provisional"],
    ["mailserver", "historical"],
    ["x-test", "experimental"],
    ["com.example.mything", "private"],
    ["gophers", "unregistered"],
    ["z39.50r", "permanent"],
    ["1abc", undefined],
    ["", undefined],
  ])("%s is %s", (name, status) => void expect(schemeStatus(name)).toBe(status));
});

describe("listSchemes", () => {
  it("returns entries sorted by name, each with status and reference", () => {
    const scheme = (name: string) =>
      defineScheme({ name, cite: [], examples: [], parse: () => undefined, format: () => `${name}:` });
    const registry = createRegistry(scheme("x-test"), scheme("wais"), scheme("com.example.a"));
    expect(listSchemes(registry)).toEqual([
      { name: "com.example.a", status: "private", reference: [] },
      { name: "wais", status: "historical", reference: ["RFC 4156"] },
      { name: "x-test", status: "experimental", reference: [] },
    ]);
  });
});

describe("describeRegistration", () => {
  it.each([
    ["gopher", "the IANA status of the name is permanent (RFC 4266)"],
    [
      "MailServer",
      /^use mailto \(RFC 6196 §1\); the IANA status of the name is historical \(RFC 6196\); reserved by/,
    ],
    ["x-thing", "the status of the name is experimental"],
  ])("says what the registry says of %s", (name, expected) => {
    expect(describeRegistration(name)).toMatch(expected);
  });

  it("is undefined for a text that is not a scheme", () => {
    expect(describeRegistration("1x")).toBeUndefined();
  });

  it("names only registered schemes to use in place of registered ones", () => {
    for (const { name } of listIanaSchemes())
      for (const instead of findReplacements(name)) expect(findIanaScheme(instead)?.status).toBe("permanent");
    expect(findReplacements("Z39.50")).toEqual(["z39.50r", "z39.50s"]);
    expect(findReplacements("x-thing")).toEqual([]);
  });
});
