import { defineScheme, octetsOf, type Scheme, type Url } from "@anyurl/core";

/** A scheme whose URLs contain their text: `x-book:text`, or `x-book://server/text`. */
export const book: Scheme = defineScheme({
  name: "x-book",
  cite: ["none"],
  parse: () => undefined,
  format: () => "x-book:a",
  examples: [{ url: "x-book:a", title: "a book" }],
  access: async () => ({
    get: async ({ href }: Url) => ({
      mediaType: "text/plain",
      body: (async function* () {
        yield octetsOf(href);
        return true as const;
      })(),
    }),
  }),
});
