import type { Attributes } from "@anyurl/core";
import { problemResponse, statusProblem } from "../front/problem.ts";
import {
  type DocumentInfo,
  type Representation,
  type ServedDocument,
  serveDocument,
} from "../front/serve-document.ts";
import { serveResource } from "../front/serve-resource.ts";
import { directory } from "./directory.ts";
import { contentLocation, contentType } from "./headers.ts";
import type { FetchTask } from "./task.ts";

/** Returns the bytes of a resource, or the entries of a directory. For HEAD it prefers the metadata. */
export function get(task: FetchTask): Promise<Response> {
  const { client, url, can, request, call, clock } = task;
  let attributes: Promise<Attributes> | undefined;
  const represent = (info: DocumentInfo) => createRepresentation(task, info);
  const document: ServedDocument = {
    stat: can.has("stat")
      ? () => {
          attributes ??= client.stat(request.text, call);
          return attributes;
        }
      : undefined,
    get: (range) => client.get(request.text, range === undefined ? call : { ...call, range }),
    represent,
    open: async (content) => ({ representation: represent(content), body: content.body }),
    reject: (status, detail, fields) => problemResponse(statusProblem(status, detail), fields),
  };
  return serveResource({
    can: (operation) => can.has(operation),
    isDirectory: client.registry.isDirectory(url),
    list: () => directory(task, document),
    get: () => serveDocument(request, document, () => clock.now()),
  });
}

function createRepresentation({ client, request }: FetchTask, info: DocumentInfo): Representation {
  const at = contentLocation(info.url ?? request.text, client.registry);
  return {
    fields: at === undefined ? {} : { "content-location": at },
    // There is no Content-Length: a size is the server's announcement, and the body may differ.
    contentFields: { "content-type": contentType(info.mediaType) },
    variant: "bytes",
    isExact: true,
  };
}
