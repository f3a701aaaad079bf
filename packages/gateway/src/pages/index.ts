import type { ListingWriter } from "@anyurl/client/front";
import type { Registry } from "@anyurl/core";
import type {
  AboutView,
  EntryView,
  ExternalLinkView,
  FailureView,
  FormPageView,
  FormView,
  HomeView,
  ListingView,
  PageFrame,
} from "../views.ts";
import { aboutPage as renderAbout } from "./about.ts";
import { documentPage as renderDocument } from "./document.ts";
import { externalLinkPage as renderExternalLink } from "./external-link.ts";
import { failurePage as renderFailure } from "./failure.ts";
import { formPage as renderForm } from "./form.ts";
import { homePage as renderHome } from "./home.ts";
import { renderIn } from "./language.ts";
import { createListingWriter as createWriter } from "./listing.ts";

/* Every page in the language of its frame. */

export const aboutPage = (view: AboutView): string => renderIn(view.frame.language, () => renderAbout(view));

export const externalLinkPage = (view: ExternalLinkView): string =>
  renderIn(view.frame.language, () => renderExternalLink(view));

export const failurePage = (
  frame: PageFrame,
  failure: FailureView,
  forms: readonly FormView[] = [],
): string => renderIn(frame.language, () => renderFailure(frame, failure, forms));

export const formPage = (view: FormPageView): string => renderIn(view.frame.language, () => renderForm(view));

export const homePage = (view: HomeView, urls: Registry): string =>
  renderIn(view.language, () => renderHome(view, urls));

export function createListingWriter(listing: ListingView): ListingWriter<EntryView> {
  const { language } = listing.frame;
  const writer = renderIn(language, () => createWriter(listing));
  return {
    head: writer.head,
    entry: (entry, index) => renderIn(language, () => writer.entry(entry, index)),
    foot: () => renderIn(language, () => writer.foot()),
    failed: (error) => renderIn(language, () => writer.failed!(error)),
  };
}

/** Only its beginning, its end, and the marks of its links have a language. */
export const documentPage: typeof renderDocument = renderDocument;
