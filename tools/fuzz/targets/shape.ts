import type { Problem, Reference } from "@anyurl/core";
import { demand } from "../target.ts";

/** Returns a letter for each component that is present, with a mark if it is empty. */
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

/** Returns the code of the first problem; "ok" without one. */
export function firstOf(problems: readonly Problem[]): string {
  return problems[0]?.code ?? "ok";
}

/** Returns the codes of problems, each once. Every problem must have its range in the text. */
export function codesOf(text: string, problems: readonly Problem[]): string {
  for (const { code, start, end, severity, message, cite } of problems) {
    const placed = Number.isInteger(start) && start >= 0 && end >= start && end <= text.length;
    demand(placed, "a problem has its range in the text", code, start, end, text.length);
    demand(severity === "error" || severity === "warning", "a problem is an error or a warning", code);
    demand(message !== "" && cite !== "", "a problem has a message and a rule", code);
  }
  demand(problems.length <= 200, "the number of problems is limited", problems.length);
  // Two are enough to distinguish outcomes. There are too many sets of codes.
  const codes = [...new Set(problems.map(({ code, component }) => `${code}.${component}`))];
  return codes.slice(0, 2).join(" ");
}

/** Returns whether every problem is a warning. */
export function isOk(problems: readonly Problem[]): boolean {
  return problems.every(({ severity }) => severity === "warning");
}

/** Checks that the recomposed components are exactly the text (RFC 3986 §5.3). */
export function demandWhole(reference: Reference, text: string): void {
  const { userinfo, user, password, host, port, authority, path, query, fragment, offsets } = reference;
  demand(String(reference) === text && reference.href === text, "a URL is its text", String(reference));
  const login = password === undefined ? user : `${user}:${password}`;
  demand(login === userinfo, "user and password form the userinfo", user, password, userinfo);
  const hostport = port === undefined ? host : `${host}:${port}`;
  const made = userinfo === undefined ? hostport : `${userinfo}@${hostport}`;
  demand(made === authority, "userinfo, host, and port form the authority", made, authority);
  const { schemeEnd, hostStart, hostEnd, pathStart, pathEnd, queryEnd } = offsets;
  const whole =
    (schemeEnd < 0 ? "" : text.slice(0, schemeEnd + 1)) +
    (authority === undefined ? "" : `//${authority}`) +
    path +
    (query === undefined ? "" : `?${query}`) +
    (fragment === undefined ? "" : `#${fragment}`);
  demand(whole === text, "the components form the text", whole);
  demand(text.slice(pathStart, pathEnd) === path, "the offsets match the components", "path");
  if (host !== undefined)
    demand(text.slice(hostStart, hostEnd) === host, "the offsets match the components", "host");
  demand(queryEnd >= pathEnd && queryEnd <= text.length, "the offsets match the components", "query");
}
