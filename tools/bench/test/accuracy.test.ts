import { describe, expect, it } from "vitest";
import { accuracyTable, EXTRACTORS, measureAccuracy, wrongResults } from "../accuracy.ts";
import sources from "../corpora/labeled/sources.json" with { type: "json" };
import { labeledLines, parseLabels } from "../corpora/labeled.ts";
import goals from "../goals.json" with { type: "json" };

const lines = labeledLines();
const distinct = (values: readonly string[]) => [...new Set(values)].sort();

describe("the labeled corpus", () => {
  it("has at least 3,000 URLs in at least eight scripts, and texts of every format", () => {
    expect(lines.flatMap(({ urls }) => urls).length).toBeGreaterThanOrEqual(3_000);
    expect(distinct(lines.map(({ script }) => script)).length).toBeGreaterThanOrEqual(8);
    expect(distinct(lines.map(({ format }) => format))).toEqual([
      ...["html", "mail", "markdown", "rest", "source", "text"],
    ]);
  });

  it("has texts without a URL", () => {
    expect(lines.filter(({ urls }) => urls.length === 0).length).toBeGreaterThan(200);
  });

  it("names the origin and the license of each text", () => {
    expect(distinct(lines.map(({ source }) => source))).toEqual(distinct(sources.map(({ id }) => id)));
    for (const { registry, package: name, version, license } of sources) {
      for (const field of [registry, name, version, license]) expect(field).not.toBe("");
    }
  });

  it("labels URLs of its schemes, in order and without overlaps", () => {
    for (const { text, urls } of lines) {
      let last = 0;
      for (const [start, end] of urls) {
        expect(text.slice(start, end)).toMatch(
          /^(?:https?:\/\/|ftp:\/\/|telnet:\/\/|mailto:|urn:)[^\s<>"]+$/,
        );
        expect(start).toBeGreaterThanOrEqual(last);
        last = end;
      }
    }
  });

  it("is read with its marks", () => {
    expect(parseLabels("a ⟦http://h/⟧, ⦃http://{x}/⦄ b")).toEqual({
      text: "a http://h/, http://{x}/ b",
      urls: [[2, 11]],
      ignored: [[13, 24]],
    });
  });
});

describe("the accuracy of extract", () => {
  it.each(goals.accuracy)("$extractor reaches its goal", ({ extractor, recall, precision }) => {
    const accuracy = measureAccuracy(lines, EXTRACTORS[extractor]!);
    expect(accuracy.recall).toBeGreaterThanOrEqual(recall);
    expect(accuracy.precision).toBeGreaterThanOrEqual(precision);
  });

  const { recall, precision } = goals.accuracy[0]!;
  const groups = (["script", "format"] as const).flatMap((key) =>
    distinct(lines.map((line) => line[key])).map((value) => [key, value] as const),
  );
  it.each(groups)("also in the texts whose %s is %s", (key, value) => {
    const some = lines.filter((line) => line[key] === value);
    // Among a few URLs, one wrong result is more than half a percent.
    const allowed = Math.max(1, some.flatMap(({ urls }) => urls).length * (1 - recall));
    const { labeled, found, right } = measureAccuracy(some, EXTRACTORS["anyurl"]!);
    expect(labeled - right).toBeLessThanOrEqual(allowed);
    expect(found - right).toBeLessThanOrEqual(Math.max(1, found * (1 - precision)));
  });

  it("counts a URL with a wrong end as missed and as added", () => {
    const line = { ...parseLabels("⟦http://h/a⟧ ⦃http://i/⦄"), script: "latin", format: "text", source: "x" };
    const wrong = () => [[0, 9] as const, [11, 20] as const];
    expect(measureAccuracy([line], wrong)).toEqual({
      ...{ labeled: 1, found: 1, right: 0, recall: 0, precision: 0 },
    });
    expect(wrongResults([line], wrong)).toEqual(["x: missed http://h/a", "x: added http://h/"]);
    expect(accuracyTable([line]).split("\n")).toHaveLength(5);
  });
});
