import type { OptionDescriptions } from "@anyurl/core";
import { NEWS_OPTIONS } from "@anyurl/protocol-nntp/operations";

/** What the options of nntp and nntps are: those of news. */
export const OPTIONS: OptionDescriptions = NEWS_OPTIONS;
