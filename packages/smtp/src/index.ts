/*
 * Mail submission for mailto: URLs: SMTP as a client speaks it to its own server.
 */
export type {
  MailtoOptions,
  Preview,
  Receipt,
  RefusedRecipient,
  Submission,
  Submitter,
} from "@anyurl/scheme-mailto";
export type { SmtpAuth, SmtpOptions } from "./options.ts";
export { smtp } from "./smtp.ts";
