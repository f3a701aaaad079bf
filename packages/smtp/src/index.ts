/* Mail submission for mailto: URLs: an SMTP client for the user's own mail server. */
export type {
  MailtoOptions,
  Preview,
  Receipt,
  RefusedRecipient,
  Submission,
  Submitter,
} from "@anyurl/scheme-mailto";
export { type SmtpAuth, type SmtpOptions, smtpOptions } from "./options.ts";
export { smtp } from "./smtp.ts";
