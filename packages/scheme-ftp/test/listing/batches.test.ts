import fc from "fast-check";
import { expect, it } from "vitest";
import { inBatches } from "../../src/listing/batches.ts";
import type { Listing } from "../../src/listing/line-reader.ts";

const entry = (name: string): Listing => ({ name, kind: "file" }) as Listing;

/** Reads lines up to a line "!", at which the reader fails; a line "-" has none. */
function read(line: string): Listing | undefined {
  if (line === "!") throw new Error("invalid line");
  return line === "-" ? undefined : entry(line);
}

it("batches have the entries that one line at a time gives, also before an error", () => {
  const line = fc.constantFrom("a", "b", "c", "a", "b", "c", "a", "b", "-", "!");
  fc.assert(
    fc.property(fc.array(line, { maxLength: 200 }), (lines) => {
      const end = lines.indexOf("!");
      const due = lines.slice(0, end < 0 ? undefined : end).filter((each) => each !== "-");
      const found: string[] = [];
      const collect = () => {
        for (const batch of inBatches(lines, read)) {
          expect(batch.length).toBeGreaterThan(0);
          found.push(...batch.map(({ name }) => name));
        }
      };
      if (end < 0) collect();
      else expect(collect).toThrow("invalid line");
      expect(found).toEqual(due);
    }),
  );
});
