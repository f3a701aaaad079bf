import type { OptionDescriptions } from "@anyurl/core";
import { NEWS_OPTIONS } from "@anyurl/protocol-nntp/operations";

/** Descriptions of the options of nntp and nntps, which are those of news. */
export const OPTIONS: OptionDescriptions = NEWS_OPTIONS;
