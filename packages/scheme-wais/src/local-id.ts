import { parseDocumentFields } from "@anyurl/protocol-wais";

/** Returns the server's own id in a document-id, such as a path; empty if it has none. */
export function findLocalId(documentId: string): string {
  const fields = parseDocumentFields(documentId) ?? [];
  return fields.find(({ tag }) => tag === 6 || tag === 3)?.value ?? "";
}
