import { addVisit, type History } from "./history.ts";
import type { OpenedPage, PageRequest } from "./open-page.ts";
import type { Page } from "./page.ts";
import type { Place } from "./viewport.ts";

/** A page in the history, and where its user is on it. */
export interface Visit {
  /** Absent: a page of the browser itself. */
  readonly request?: PageRequest;
  /** Absent: it was too long ago, and is opened again. */
  readonly opened?: OpenedPage;
  readonly title: string;
  readonly page: Page;
  readonly place: Place;
}

/** Pages that stay in memory; older ones are opened again. */
const KEPT_PAGES = 10;

/** The page before the first one is opened. */
export const START: Page = { title: "", url: undefined, blocks: [], links: [], forms: [] };

/** Adds a page after the current one. Pages of long ago leave the memory. */
export function visitPage(history: History<Visit>, visit: Omit<Visit, "place">): History<Visit> {
  const added = addVisit(history, { ...visit, place: { top: undefined, selected: undefined } });
  const kept = added.visits.map((each, i) => (i < added.at - KEPT_PAGES ? withoutPage(each) : each));
  return { ...added, visits: kept };
}

function withoutPage({ request, title, place, page, opened }: Visit): Visit {
  if (request === undefined) return { title, place, page };
  return opened === undefined ? { request, title, place, page } : { request, title, place, page: START };
}

/** Returns the last visited resource, because a page of the browser itself is about it; `undefined` before the first one. */
export function lastResource({
  visits,
  at,
}: History<Visit>): (Visit & { readonly request: PageRequest }) | undefined {
  for (let i = at; i >= 0; i--) {
    const visit = visits[i]!;
    if (visit.request !== undefined) return { ...visit, request: visit.request };
  }
  return undefined;
}

/** Returns the visits for a page about them. */
export function listVisits({
  visits,
}: History<Visit>): readonly { readonly title: string; readonly url: string }[] {
  return visits.map(({ title, request }) => ({ title, url: request?.url ?? "" }));
}
