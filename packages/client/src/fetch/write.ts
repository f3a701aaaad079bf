import { problemResponse, statusProblem } from "../front/problem.ts";
import type { FetchTask } from "./task.ts";
import { createUpload, type Upload } from "./upload.ts";

/**
 * Handles PUT. The status is 204, because 201 would state that the resource is new, which is unknown (RFC 9110 §9.3.4).
 */
export async function put(task: FetchTask): Promise<Response> {
  const { client, request, call } = task;
  // A partial body must not replace the whole resource (RFC 9110 §14.5).
  if (request.headers.has("content-range"))
    return problemResponse(statusProblem(400, "unsupported Content-Range in a PUT request"));
  return write(task, ({ octets }) => client.put(request.text, octets, call), 204);
}

/**
 * Handles POST: appends the body to a resource, or else sends it as a message. Without a body, the message of the URL
 * is sent.
 */
export async function post(task: FetchTask): Promise<Response> {
  const { client, request, can, call } = task;
  const { text, body } = request;
  const sends = can.has("send") && !can.has("append");
  return write(
    task,
    ({ octets }) =>
      sends
        ? client.send(text, body === undefined ? undefined : octets, call)
        : client.append(text, octets, call),
    204,
  );
}

export async function remove(task: FetchTask): Promise<Response> {
  const { client, request, call } = task;
  return write(task, () => client.remove(request.text, call), 204);
}

/** Handles MKCOL (RFC 4918 §9.3). */
export async function makeDirectory(task: FetchTask): Promise<Response> {
  const { client, request, call } = task;
  if (request.body !== undefined)
    return problemResponse(statusProblem(415, "unsupported request body: MKCOL has none"));
  return write(task, () => client.makeDirectory(request.text, call), 201);
}

const CONDITIONS = ["if-match", "if-none-match", "if-unmodified-since"] as const;

async function write(
  { request }: FetchTask,
  work: (upload: Upload) => Promise<void>,
  status: 201 | 204,
): Promise<Response> {
  // A write must not ignore a condition that cannot be checked (RFC 9110 §13.1).
  const condition = CONDITIONS.find((name) => request.headers.has(name));
  if (condition !== undefined)
    return problemResponse(
      statusProblem(501, `unsupported request condition ${condition}; nothing was written`),
    );
  const upload = createUpload(request.body);
  try {
    await work(upload);
    return new Response(null, { status });
  } catch (error) {
    // An error of the caller's body is not the scheme's error.
    throw upload.failure() === undefined ? error : upload.failure()!.error;
  } finally {
    upload.end();
  }
}
