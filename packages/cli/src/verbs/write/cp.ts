import { defineVerb, type Verb } from "../verb.ts";
import { CP_OPTIONS } from "./cp-options.ts";

/** Copies from URLs to another URL. A plain name is a local file; "-" is standard input or output. */
export const verb: Verb = defineVerb({
  opens: true,
  args: [
    { usage: "<from...>", completes: ["url", "file"] },
    { usage: "<to>", completes: ["url", "file"] },
  ],
  options: CP_OPTIONS,
  examples: [
    "anyurl cp gopher://gopher.example/0/about.txt ftp://alice@ftp.example/pub/",
    "anyurl cp ftp://ftp.example/pub/readme.txt .",
    "anyurl cp a.txt b.txt ftp://alice@ftp.example/pub/",
    "anyurl cp -r ftp://ftp.example/pub/poems/ poems",
    "anyurl cp -r site/ ftp://alice@ftp.example/www/",
  ],
  run: async ([sources, to], options, io) => (await import("./copy.ts")).copy(sources, to, options, io),
});
