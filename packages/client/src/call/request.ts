import { AccessError, asciiLowerCase, type RequestMessage, redact } from "@anyurl/core";
import type { HttpField } from "@anyurl/core/exchange";
import { type RequestResult, UnreadResponse } from "../body/response.ts";
import { ResponseBody } from "../body/response-body.ts";
import { type SourceInput, toSource } from "../body/source.ts";
import { UploadSource } from "../body/upload-source.ts";
import type { ClientSettings } from "../client-options.ts";
import { Call } from "./call.ts";
import type { CallSettings } from "./call-options.ts";
import { checkResponse } from "./check-result.ts";
import { namedUrl, type UrlOrEntry } from "./provenance.ts";

/** A request to send. What is absent is up to the scheme. */
export interface RequestInput {
  /** The method, for example "POST". Default: the one of the scheme that only reads. */
  readonly method?: string;
  /** Header fields: an object, or pairs of name and value. */
  readonly fields?: Readonly<Record<string, string>> | Iterable<HttpField>;
  readonly body?: SourceInput;
}

/** Sends a request, and returns the response with any status. Never repeated by the option `retry`. */
export async function request(
  settings: ClientSettings,
  url: UrlOrEntry,
  given: RequestInput,
  options: CallSettings,
): Promise<RequestResult> {
  const { onSent } = options;
  const named = namedUrl(url, options.namedBy);
  const message = readMessage(given);
  const progress = onSent && ((sent: number) => onSent({ url: redact(named.text), sent }));
  const source = given.body === undefined ? undefined : toSource(given.body, "body");
  const upload = source && new UploadSource("then" in source ? await source : source, progress);
  try {
    const call = new Call(settings, named, "request", { ...options, range: undefined });
    if (upload !== undefined) call.sends(upload);
    const response = await call.run(
      (request, target, context) =>
        request(target, context, { ...message, ...(upload && { body: upload.source() }) }),
      "stays open",
      checkResponse,
    );
    const { body: content, framing, size } = response;
    const frame = { framing, expected: size, wanted: undefined };
    const body = new ResponseBody({
      first: { call, entity: response, source: content, frame },
      total: size,
      options,
      resumption: undefined,
    });
    return new UnreadResponse(response, call, response, undefined, body);
  } catch (error) {
    await upload?.end().catch(() => {});
    throw error;
  }
}

/** Checks what would leave its line in any protocol. The scheme checks the rest. @throws {AccessError} bad-argument */
function readMessage({ method, fields = [] }: RequestInput): Omit<RequestMessage, "body"> {
  if (method !== undefined && (typeof method !== "string" || !/^[\x21-\x7e]+$/.test(method)))
    throw argumentError("method", "expected visible ASCII without spaces");
  if (typeof fields !== "object" || fields === null) throw argumentError("fields", "expected an object");
  const pairs = Symbol.iterator in fields ? [...fields] : Object.entries(fields);
  return {
    ...(method !== undefined && { method }),
    fields: pairs.map(([name, value]) => {
      if (typeof name !== "string" || !/^[\x21-\x7e]+$/.test(name))
        throw argumentError("fields", "expected names in visible ASCII");
      if (typeof value !== "string" || /[\0-\x08\n-\x1f\x7f]/.test(value))
        throw argumentError(`field ${name}`, "expected text in one line, without control characters");
      return [asciiLowerCase(name), value] as const;
    }),
  };
}

function argumentError(what: string, expected: string): AccessError {
  return new AccessError("bad-argument", `invalid ${what} of the request`, { hint: expected });
}
