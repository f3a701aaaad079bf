import { formatHttpHead, type HttpField, type HttpRequest, type HttpResponse } from "@anyurl/core/exchange";

/** Fields whose values let somebody in. */
const SECRET: ReadonlySet<string> = new Set([
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
  "authentication-info",
]);

/** The head of a request as a transcript may have it. */
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

/** The head of a response. Which version of HTTP/1 it has is no part of what it says. */
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
