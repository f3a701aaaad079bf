import { defineOptions, type OptionSet, type OptionsInput } from "@anyurl/core";
import { NEWS_OPTIONS, type NewsSettings } from "@anyurl/protocol-nntp/operations";

/** The options of nntp and nntps. */
export const nntpOptions: OptionSet<typeof NEWS_OPTIONS> = defineOptions("nntp", NEWS_OPTIONS);

export type NntpOptions = OptionsInput<typeof nntpOptions>;
export type NntpSettings = NewsSettings;
