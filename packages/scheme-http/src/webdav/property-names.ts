/** The properties of RFC 4918 §15 that are read as text. */
export const TEXT_PROPERTIES = ["getcontentlength", "getlastmodified", "getetag", "getcontenttype"] as const;

export type TextProperty = (typeof TEXT_PROPERTIES)[number];
