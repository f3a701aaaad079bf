import { AccessError } from "@anyurl/core";
import { type Context, perform } from "@anyurl/core/exchange";
import type { Receipt, Submission, Submitter } from "@anyurl/scheme-mailto";
import { mailData, needsOf } from "./content.ts";
import { concealingLogin, discreet, discreetError, discreetReceipt } from "./discreet.ts";
import { type Submitting, submit } from "./exchange.ts";
import type { Login } from "./login.ts";
import { type SmtpOptions, type SmtpSettings, settingsOf } from "./options.ts";
import { pathOf } from "./path.ts";

/**
 * Hands mail over to one server, by a connection of the client's: its policy, addresses, proxies, TLS, limits, abort and
 * transcript hold for it.
 *
 * @throws {TypeError} an option is none of what it may be. @throws {RangeError} the port.
 */
export function smtp(options: SmtpOptions): Submitter {
  const settings = settingsOf(options);
  return (submission, context) => submitBy(settings, submission, context);
}

async function submitBy(settings: SmtpSettings, submission: Submission, context: Context): Promise<Receipt> {
  const { host, port, tls } = settings;
  const written = writtenOf(settings, submission, undefined);
  const connection = await context.connect({ host, port, ...(tls === "implicit" && { tls: true }) });
  // A login is told for a server that there is a connection to.
  const login = settings.auth && (await loginOf(settings, context));
  const conceal = concealingLogin(login);
  const shown = discreet(context, written.data, conceal);
  try {
    const steps = perform(submit({ ...written, login }, context.limits), connection, shown);
    // It emits nothing: the first that comes is the end.
    const { value } = (await steps.next()) as IteratorReturnResult<Receipt>;
    return discreetReceipt(value, conceal);
  } catch (error) {
    throw discreetError(error, conceal);
  }
}

/** @throws {AccessError} bad-address, control-octet, too-long: before anything is sent. */
function writtenOf(
  { tls, clearTextPasswords, name }: SmtpSettings,
  { from, recipients, message, partial }: Submission,
  login: Login | undefined,
): Submitting {
  for (const address of [from, ...recipients]) pathOf(address);
  if (recipients.length === 0) throw new AccessError("bad-address", "there is nobody to send to");
  const data = mailData(message);
  const needs = needsOf([from, ...recipients], message);
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

/** @throws {AccessError} auth-required: nobody tells the user or the password. */
async function loginOf({ host, port, auth = {} }: SmtpSettings, context: Context): Promise<Login> {
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
    `nobody here can tell the ${user === undefined ? "user" : "password"}`,
    {
      hint: "give it in the option auth of smtp(…), or by the client's credentials",
    },
  );
}
