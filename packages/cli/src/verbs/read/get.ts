import type { Io } from "../../io.ts";
import { defineVerb, type Verb } from "../verb.ts";
import { GET_OPTIONS, type GetOptions } from "./get-options.ts";

/** Downloads a resource to a file or to standard output, or lists a directory. */
export const verb: Verb = defineVerb({
  opens: true,
  args: [{ usage: "[url...]", completes: ["url"] }],
  options: GET_OPTIONS,
  examples: [
    "anyurl get gopher://gopher.example/0/about.txt",
    "anyurl get -o sea.gif gopher://gopher.example/g/sea.gif",
    "anyurl get -o disk.img --retry 5 ftp://ftp.example/pub/disk.img",
    "anyurl get -O ftp://ftp.example/pub/readme.txt",
    'anyurl get -o poems/ "ftp://ftp.example/pub/poems/*.txt"',
    'anyurl get -O "ftp://ftp.example/pub/part[1-3].txt" gopher://gopher.example/0/about.txt',
    "anyurl get --recursive -o poems ftp://ftp.example/pub/poems/",
    'anyurl get -w "%{http_code} %{time_total}\\n" -o page.html https://www.example/',
    "anyurl get --json --max-time 10 ftp://ftp.example/pub/readme.txt",
  ],
  async run([texts], given, io) {
    const options = await readFormat(given, io);
    const [text, ...others] = texts;
    if (text === undefined || others.length > 0 || options.inputFile !== undefined)
      return (await import("./get-several.ts")).getSeveral(texts, options, io);
    return (await import("./download.ts")).download(text, options, io);
  },
});

/** Reads the format of --write-out once, for all URLs. */
async function readFormat(options: GetOptions, io: Io): Promise<GetOptions> {
  if (options.writeOut === undefined) return options;
  const { readWriteOut } = await import("../common/write-out.ts");
  return { ...options, writeOut: await readWriteOut(options.writeOut, io) };
}
