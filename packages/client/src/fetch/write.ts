import { problemResponse, statusProblem } from "./problem.ts";
import type { FetchTask } from "./task.ts";
import { type Upload, uploadOf } from "./upload.ts";

/** 204: nobody knows if there was something before, which 201 would be for (RFC 9110 §9.3.4). */
export async function put(task: FetchTask): Promise<Response> {
  const { client, request, call } = task;
  // A part must not take the place of the whole (RFC 9110 §14.5).
  if (request.headers.has("content-range"))
    return problemResponse(statusProblem(400, "a PUT takes the whole, and no Content-Range"));
  return write(task, ({ octets }) => client.put(request.text, octets, call), 204);
}

/**
 * Appends the body to what the URL names; else sends it there as a message, or the URL's own message without
 * one.
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

/** RFC 4918 §9.3. */
export async function makeDirectory(task: FetchTask): Promise<Response> {
  const { client, request, call } = task;
  if (request.body !== undefined)
    return problemResponse(statusProblem(415, "a MKCOL request has no body that is understood here"));
  return write(task, () => client.makeDirectory(request.text, call), 201);
}

const CONDITIONS = ["if-match", "if-none-match", "if-unmodified-since"] as const;

async function write(
  { request }: FetchTask,
  work: (upload: Upload) => Promise<void>,
  status: 201 | 204,
): Promise<Response> {
  // Nothing may be done under a condition that nobody can check (RFC 9110 §13.1).
  const condition = CONDITIONS.find((name) => request.headers.has(name));
  if (condition !== undefined)
    return problemResponse(statusProblem(501, `nothing is written under a condition such as ${condition}`));
  const upload = uploadOf(request.body);
  try {
    await work(upload);
    return new Response(null, { status });
  } catch (error) {
    // That is the caller's own, and no fault of the scheme that met it.
    throw upload.failure() === undefined ? error : upload.failure()!.error;
  } finally {
    upload.end();
  }
}
