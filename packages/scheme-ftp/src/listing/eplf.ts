import { count, type Listing } from "./line-reader.ts";

/** `+i8388621.29609,m824255902,/,<TAB>name`: facts between commas, a tab, the name (EPLF). */
export function fromEplf(line: string): Listing | undefined {
  const tab = line.indexOf("\t");
  if (!line.startsWith("+") || tab < 0) return undefined;
  const facts = line.slice(1, tab).split(",");
  const fact = (letter: string) => facts.find((each) => each.startsWith(letter))?.slice(1);
  const size = count(fact("s"));
  const seconds = count(fact("m"));
  return {
    name: line.slice(tab + 1),
    kind: facts.includes("/") ? "directory" : facts.includes("r") ? "file" : "unknown",
    ...(size !== undefined && { size }),
    ...(seconds !== undefined &&
      seconds < 8.64e12 && {
        modified: new Date(seconds * 1000),
        modifiedPrecision: "second",
        modifiedZone: "UTC",
      }),
  };
}
