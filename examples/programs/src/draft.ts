import { format, mailtoField, parse } from "anyurl";

/** Returns the subject and the recipients of a link to write a mail. */
export function readDraft(link: string) {
  const url = parse(link);
  if (url.scheme !== "mailto") throw new TypeError(`${link} is not a mailto: URL`);
  return { to: url.parts.to, subject: mailtoField(url.parts, "subject") };
}

/** Creates such a link. */
export function createDraft(to: string, subject: string): string {
  return format("mailto", { to: [to], hfields: [{ hfname: "subject", hfvalue: subject }] });
}
