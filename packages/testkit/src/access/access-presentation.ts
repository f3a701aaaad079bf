import { ok } from "node:assert/strict";
import type { Entry, OperationName, Url } from "@anyurl/core";
import {
  DEFAULT_STYLE,
  getResultStyle,
  getView,
  type ListingStyle,
  readEntryField,
} from "@anyurl/core/presentation";
import type { Section } from "../report/results.ts";
import { called } from "./access-call.ts";
import { type AccessExam, declareServerTest, loadOperations } from "./access-exam.ts";

/** Checks that the presentation of a scheme fits what its operations return. */
export function declarePresentation(section: Section, exam: AccessExam): void {
  const { scheme } = exam;
  if (scheme.presentation === undefined) {
    section.skip("presentation", "the scheme declares none: it is shown as files and directories");
    return;
  }
  const topic = "presentation";
  const advice = "presentation";
  const columns = { name: "the columns have fields of the entries", topic, advice } as const;
  declareServerTest(section, exam, "list", columns, async (one, { path }) => {
    const { entries = [] } = await called(one, "list");
    checkColumns(getExamView(exam, one.server.url(path)), entries);
  });
  declareServerTest(section, exam, "search", columns, async (one, { path }) => {
    const { entries = [] } = await called(one, "search");
    checkColumns(getResultStyle(getExamView(exam, one.server.url(path))), entries);
  });
  const header = { name: "an article has the attributes of its header", topic, advice } as const;
  declareServerTest(section, exam, "stat", header, async (one, { path }) => {
    const { article } = getExamView(exam, one.server.url(path));
    if (article === undefined) return { skipped: "the URL of the kit's fixture for stat is not an article" };
    const { attributes } = await called(one, "stat");
    ok(
      Object.hasOwn(attributes?.attributes ?? {}, article.title),
      `stat returns no attribute "${article.title}", which is the title`,
    );
    return undefined;
  });
  section.test("what the views need is an operation", advice, async () => {
    const operations = await loadOperations(exam);
    const needs = (what: string, ...names: readonly OperationName[]) => {
      for (const name of names) ok(name in operations, `${what} needs the operation ${name}`);
    };
    if (scheme.presentation?.session === true) needs("a session", "open");
    for (const { url } of scheme.examples) {
      const { search, form, article } = getExamView(exam, url);
      if (search !== undefined) needs("a search", "search");
      if (form !== undefined) needs("a form", "stat", "get");
      if (article !== undefined) needs("an article", "stat", "get");
    }
  });
}

function getExamView({ registry, scheme }: AccessExam, url: string): ReturnType<typeof getView> {
  return getView(registry.parse(url) as Url, scheme);
}

/** A column whose field no entry has is empty on every page. The default columns may be empty. */
function checkColumns({ columns }: ListingStyle, entries: readonly Entry[]): void {
  if (columns === DEFAULT_STYLE.columns) return;
  const items = entries.filter(({ kind }) => kind !== "information");
  if (items.length === 0) return;
  for (const { field } of columns)
    ok(
      items.some((entry) => readEntryField(entry, field) !== undefined),
      `no entry has the field ${field} of a column`,
    );
}
