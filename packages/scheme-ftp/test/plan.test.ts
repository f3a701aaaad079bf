import { createRegistry, type PlanStep } from "@anyurl/core";
import { expect, it } from "vitest";
import { type FtpOptions, ftp } from "../src/index.ts";
import PLANS from "./plans.json" with { type: "json" };

const urls = createRegistry(ftp);

function written(step: PlanStep): string {
  const { cite } = step;
  if (step.do === "send") return `${step.text} (${cite})`;
  if (step.do !== "connect") return `${step.do} ${"on" in step ? step.on : ""} (${cite})`;
  return `connect ${step.on} to ${step.host}${step.port === undefined ? "" : `:${step.port}`} (${cite})`;
}

it.each(PLANS)("the plan of $operation $url has each step with its rule ($what)", (row) => {
  const { steps } = urls.plan(row.url, row.operation, row.options as FtpOptions);
  expect(steps.map(written)).toEqual(row.steps);
});

it.each([
  ["rename", "unsupported"],
  ["search", "unsupported"],
])("%s has no plan", (operation, code) => {
  expect(() => urls.plan("ftp://h/a", operation)).toThrow(expect.objectContaining({ code }));
});

it.each([
  ["get", "ftp://h/a/b", ["CWD a: cwds[0]", "RETR b: name"]],
  ["get", "ftp://h/a/", ["CWD a: cwds[0]"]],
  ["get", "ftp://h/a/b;type=d", ["CWD a: cwds[0]", "NLST b: name"]],
  ["get", "ftp://h//b", ["CWD : cwds[0]", "RETR b: name"]],
  ["list", "ftp://h/a/b", ["CWD a: cwds[0]", "CWD b: name"]],
  ["stat", "ftp://h/a/b", ["CWD a: cwds[0]", "MLST b: name"]],
  ["put", "ftp://h/a/b", ["CWD a: cwds[0]", "STOR b: name"]],
  ["remove", "ftp://h/a/b", ["CWD a: cwds[0]", "DELE b: name"]],
  ["remove", "ftp://h/a/b/", ["CWD a: cwds[0]", "RMD b: cwds[1]"]],
  ["makeDirectory", "ftp://h/a/b/", ["CWD a: cwds[0]", "MKD b: cwds[1]"]],
])("the plan of %s %s shows the part of the URL of each command", (operation, url, expected) => {
  const steps = urls.plan(url, operation).steps.flatMap((step) => (step.do === "send" ? [step] : []));
  const ofPath = steps.filter(({ part }) => /^(?:cwds|name)/.test(part ?? ""));
  expect(ofPath.map(({ text, part }) => `${text}: ${part}`)).toEqual(expected);
  for (const { part, start, end } of ofPath)
    expect(url.slice(start, end), part).toBe(part === "name" || part === "cwds[1]" ? "b" : url.split("/")[3]);
});

it.each([
  ["ftp://h.example/a/b.txt", "ftp://h.example/a/b.txt;type=i"],
  ["ftp://h.example/a/b.txt;type=a", "ftp://h.example/a/b.txt;type=a"],
  ["ftp://h.example/a/", "ftp://h.example/a/"],
  ["ftp://h.example/", "ftp://h.example/"],
])("an HTTP proxy gets %s as %s, so that it changes no bytes of a file", (text, expected) => {
  const url = urls.parse(text);
  expect(ftp.is(url) && String(ftp.proxyUrl?.(url))).toBe(expected);
});
