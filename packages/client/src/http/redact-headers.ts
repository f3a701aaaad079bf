import { formatHttpHead, type HttpField, type HttpRequest, type HttpResponse } from "@anyurl/core/exchange";

/** Fields that may contain credentials. */
const SECRET: ReadonlySet<string> = new Set([
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
  "authentication-info",
]);

/** Formats the head of a request for a transcript, with secrets redacted. */
export function redactRequest(request: HttpRequest, authority: string, keepAlive: boolean): string {
  const hidden = new Set(request.hidden);
  const lines = formatHttpHead({
    ...request,
    authority,
    keepAlive,
    fields: request.fields.map((field) => shown(field, hidden)),
  });
  return joinHeadLines(lines);
}

/** Formats the head of a response for a transcript. The minor version of HTTP/1 is left out. */
export function redactResponse({
  status,
  reason,
  fields,
}: Pick<HttpResponse, "status" | "reason" | "fields">): string {
  return joinHeadLines([
    `HTTP/1 ${status} ${reason}`,
    ...fields.map((field) => shown(field)).map(([name, value]) => `${name}: ${value}`),
  ]);
}

function shown(field: HttpField, hidden?: ReadonlySet<string>): HttpField {
  const [name] = field;
  return SECRET.has(name) || hidden?.has(name) ? [name, "***"] : field;
}

function joinHeadLines(lines: readonly string[]): string {
  return [...lines, "", ""].join("\r\n");
}
