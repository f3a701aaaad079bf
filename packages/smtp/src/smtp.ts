import { AccessError } from "@anyurl/core";
import { type Context, perform } from "@anyurl/core/exchange";
import type { Receipt, Submission, Submitter } from "@anyurl/scheme-mailto";
import { type SubmissionPlan, submitMessage } from "./exchange.ts";
import type { Login } from "./login.ts";
import { encodeMailData, findRequiredExtensions } from "./mail-data.ts";
import { resolveSettings, type SmtpOptions, type SmtpSettings } from "./options.ts";
import { formatPath } from "./path.ts";
import { createLoginRedactor, redactContext, redactError, redactReceipt } from "./redaction.ts";

/**
 * Creates a submitter that sends mail through one server. It uses a connection of the client, so the client's policy,
 * addresses, proxies, TLS, limits, abort and transcript apply.
 *
 * @throws {AccessError} bad-option
 */
export function smtp(options: SmtpOptions): Submitter {
  const settings = resolveSettings(options);
  return (submission, context) => submitWithSettings(settings, submission, context);
}

async function submitWithSettings(
  settings: SmtpSettings,
  submission: Submission,
  context: Context,
): Promise<Receipt> {
  const { host, port, tls } = settings;
  const written = prepareSubmission(settings, submission, undefined);
  const connection = await context.connect({ host, port, ...(tls === "implicit" && { tls: true }) });
  // Ask for the login only after the connection to the server is open.
  const login = settings.auth && (await resolveLogin(settings, context));
  const conceal = createLoginRedactor(login);
  const shown = redactContext(context, written.data, conceal);
  try {
    const steps = perform(submitMessage({ ...written, login }, context.limits), connection, shown);
    // The exchange emits nothing: the first result is its end.
    const { value } = (await steps.next()) as IteratorReturnResult<Receipt>;
    return redactReceipt(value, conceal);
  } catch (error) {
    throw redactError(error, conceal);
  }
}

/**
 * Writes and checks the message.
 *
 * @throws {AccessError} bad-address, control-octet, too-long: before anything is sent.
 */
function prepareSubmission(
  { tls, clearTextPasswords, name }: SmtpSettings,
  { from, recipients, message, partial }: Submission,
  login: Login | undefined,
): SubmissionPlan {
  for (const address of [from, ...recipients]) formatPath(address);
  if (recipients.length === 0) throw new AccessError("bad-address", "no recipients");
  const data = encodeMailData(message);
  const needs = findRequiredExtensions([from, ...recipients], message);
  return {
    from,
    recipients,
    partial,
    data,
    size: message.length,
    needs,
    tls,
    login,
    clearTextPasswords,
    name,
  };
}

/**
 * Returns the login.
 *
 * @throws {AccessError} auth-required: the user or the password is missing.
 */
async function resolveLogin({ host, port, auth = {} }: SmtpSettings, context: Context): Promise<Login> {
  let { user, password } = auth;
  if (user === undefined) {
    const given = await context.ask({ scheme: "mailto", host, port, user: undefined, wanted: "user" });
    ({ user, password } = { user: given?.user, password: given?.password });
  }
  if (user !== undefined && password === undefined) {
    const given = await context.ask({ scheme: "mailto", host, port, user, wanted: "password" });
    password = given?.password;
  }
  if (user !== undefined && password !== undefined) return { user, password };
  throw new AccessError(
    "auth-required",
    `missing ${user === undefined ? "user" : "password"} for the mail server`,
    {
      hint: "add it to the option auth of smtp(…), or to the client's credentials",
    },
  );
}
