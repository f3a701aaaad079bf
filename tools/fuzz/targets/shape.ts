import type { Problem, Reference } from "@anyurl/core";
import { demand } from "../target.ts";

/** Which components there are, and which of them are empty: a letter each. */
export function shapeOf(reference: Reference): string {
  const { scheme, user, password, host, port, path, query, fragment } = reference;
  const kind = host?.startsWith("[") ? "6" : "h";
  return [
    ...[mark("s", scheme), mark("u", user), mark("w", password), mark(kind, host), mark("p", port)],
    ...[path.startsWith("//") ? "D" : path.startsWith("/") ? "/" : mark("r", path)],
    ...[mark("q", query), mark("f", fragment)],
  ].join("");
}

function mark(letter: string, component: string | undefined): string {
  if (component === undefined) return "";
  return component === "" ? letter : letter.toUpperCase();
}

/** The code of the first problem; "ok" without one. */
export function firstOf(problems: readonly Problem[]): string {
  return problems[0]?.code ?? "ok";
}

/** The codes of problems, each once. Every problem has its place in the text. */
export function codesOf(text: string, problems: readonly Problem[]): string {
  for (const { code, start, end, severity, message, cite } of problems) {
    const placed = Number.isInteger(start) && start >= 0 && end >= start && end <= text.length;
    demand(placed, "a problem has its place in the text", code, start, end, text.length);
    demand(severity === "error" || severity === "warning", "a problem is an error or a warning", code);
    demand(
      message !== "" && cite !== "" && code !== "",
      "a problem says what it is, and by which rule",
      code,
    );
  }
  demand(problems.length <= 200, "there is an end to problems", problems.length);
  // Two are enough to tell outcomes apart: of all sets that there are, there would be no end.
  const codes = [...new Set(problems.map(({ code, component }) => `${code}.${component}`))];
  return codes.slice(0, 2).join(" ");
}

/** Is every problem a warning? */
export function isOk(problems: readonly Problem[]): boolean {
  return problems.every(({ severity }) => severity === "warning");
}

/** Components put together again (RFC 3986 §5.3): the text, and nothing but the text. */
export function demandWhole(reference: Reference, text: string): void {
  const { userinfo, user, password, host, port, authority, path, query, fragment, offsets } = reference;
  demand(String(reference) === text && reference.href === text, "a URL is its text", String(reference));
  const login = password === undefined ? user : `${user}:${password}`;
  demand(login === userinfo, "user and password make the userinfo", user, password, userinfo);
  const hostport = port === undefined ? host : `${host}:${port}`;
  const made = userinfo === undefined ? hostport : `${userinfo}@${hostport}`;
  demand(made === authority, "userinfo, host and port make the authority", made, authority);
  const { schemeEnd, hostStart, hostEnd, pathStart, pathEnd, queryEnd } = offsets;
  const whole =
    (schemeEnd < 0 ? "" : text.slice(0, schemeEnd + 1)) +
    (authority === undefined ? "" : `//${authority}`) +
    path +
    (query === undefined ? "" : `?${query}`) +
    (fragment === undefined ? "" : `#${fragment}`);
  demand(whole === text, "the components make the text", whole);
  demand(text.slice(pathStart, pathEnd) === path, "offsets are where the components are", "path");
  if (host !== undefined)
    demand(text.slice(hostStart, hostEnd) === host, "offsets are where the components are", "host");
  demand(queryEnd >= pathEnd && queryEnd <= text.length, "offsets are where the components are", "query");
}
