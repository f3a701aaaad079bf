import { count, type Listing } from "./line-reader.ts";

/** `+i8388621.29609,m824255902,/,<TAB>name` */
const ENTRY = /^\+([^\t]*)\t(.*)$/s;

/** Parses EPLF: facts between commas, a tab, the name. */
export function fromEplf(line: string): Listing | undefined {
  const match = ENTRY.exec(line);
  if (match === null) return undefined;
  const [, list = "", name = ""] = match;
  const facts = list.split(",");
  const fact = (letter: string) => facts.find((each) => each.startsWith(letter))?.slice(1);
  const size = count(fact("s"));
  const seconds = count(fact("m"));
  return {
    name,
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
