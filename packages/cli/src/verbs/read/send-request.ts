import type { RequestInput, RequestResult } from "@anyurl/client";
import { displayText, type Url } from "anyurl";
import type { Io } from "../../io.ts";
import { succeed, writeAnswer } from "../../json.ts";
import { say } from "../../language.ts";
import { type OpenOptions, withClient } from "../../opener.ts";
import { createPainter } from "../../render/style.ts";
import type { GetOptions } from "./get-options.ts";
import { resolveOutputFile } from "./output-file.ts";
import { readData } from "./request-data.ts";
import type { GivenData } from "./request-options.ts";
import { describeTransfer, readBody, writeOutput } from "./write-output.ts";

/** Sends a request, and writes the response, whatever its status. @throws {AccessError} unsupported: by the scheme. */
export async function sendRequest(
  url: Url,
  options: GetOptions & Pick<OpenOptions, "observer">,
  io: Io,
): Promise<void> {
  const message = await readMessage(options);
  await withClient({ urls: [url], options, io }, async ({ opener, call }) => {
    const get = () => opener.request(url, message, call);
    const file = await resolveOutputFile(url, options);
    if (options.observer !== undefined) options.observer.file = file;
    if (file !== undefined) return saveResponse(file, get, options, io);
    const response = await get();
    if (options.json === true) {
      const members = { ...(await readBody(response)), ...describeResponse(response) };
      return writeAnswer(succeed(members), options, io);
    }
    await showHeader(response, options, io);
    if (options.head !== true) await writeOutput(response, options, io);
  });
}

async function readMessage(options: GetOptions): Promise<RequestInput> {
  const { request, head, header = [] } = options;
  const data = givenData(options);
  const method = request ?? (head === true ? "HEAD" : data === undefined ? undefined : "POST");
  return {
    ...(method !== undefined && { method }),
    ...(data !== undefined && {
      ...(!header.some((line) => /^content-type:/i.test(line)) && { fields: FORM }),
      body: await readData(data),
    }),
  };
}

/** Returns all data of the command line; `undefined` without any. */
export function givenData({
  data = [],
  dataBinary = [],
  dataUrlencode = [],
}: Pick<GetOptions, "data" | "dataBinary" | "dataUrlencode">): readonly GivenData[] | undefined {
  const all = [...data, ...dataBinary, ...dataUrlencode];
  return all.length === 0 ? undefined : all;
}

/** The type of a form, as curl sends it, unless the user sets a type. */
const FORM = { "content-type": "application/x-www-form-urlencoded" };

async function saveResponse(
  file: string,
  get: () => Promise<RequestResult>,
  options: GetOptions,
  io: Io,
): Promise<void> {
  const { saveNewFile } = await import("./save.ts");
  let response: RequestResult | undefined;
  const size = await saveNewFile(file, options, io, async () => {
    response = await get();
    if (options.json !== true) await showHeader(response, options, io);
    return response;
  });
  if (options.json !== true || response === undefined) return;
  const { mediaType, complete } = response;
  const members = { file, mediaType, size, complete: await complete };
  await writeAnswer(succeed({ ...describeResponse(response), ...members }), options, io);
}

/** Prints status and fields with -i and -I. Otherwise standard error has the status, because it may be an error. */
async function showHeader(response: RequestResult, options: GetOptions, io: Io): Promise<void> {
  const { status, reason, fields } = response;
  const line = displayText(`${status} ${reason}`.trim());
  if (options.include !== true && options.head !== true) {
    if (options.quiet !== true) await io.stderr.write(`anyurl: ${say(`status ${line}`)}\n`);
    return;
  }
  const paint = createPainter(io.stdout, io.env);
  const lines = fields.map(([name, value]) => `${paint("cyan", displayText(name))}: ${displayText(value)}`);
  await io.stdout.write([paint("bold", line), ...lines, "", ""].join("\n"));
}

function describeResponse(response: RequestResult): object {
  const { reason, fields } = response;
  return { ...describeTransfer(response), reason, fields };
}
