import { parse, put } from "anyurl";

/** Says what opening a URL would transfer. The scheme decides about the type of `parts`. */
export function typeOfTransfer(text: string): string {
  const url = parse(text);
  switch (url.scheme) {
    case "ftp":
      return url.parts.typecode === "a" ? "a text" : url.parts.typecode === "d" ? "a list of names" : "bytes";
    case "gopher":
      return `an item of the type ${url.parts.gophertype}`;
    case "mailto":
      return `a message to ${url.parts.to.join(", ")}`;
    default:
      return "unknown";
  }
}

/** Never called: the compiler rejects what a scheme cannot do. */
export const mistakes = () => [
  // @ts-expect-error Gopher cannot write.
  put("gopher://h.example/0/a.txt", "text"),
  // @ts-expect-error a part that these URLs do not have.
  parse("ftp://h.example/a").parts.query,
];
