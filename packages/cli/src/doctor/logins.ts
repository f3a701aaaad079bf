import { existsSync } from "node:fs";
import { netrcPath, readNetrcFile } from "../credentials/netrc-file.ts";
import { LocalError } from "../errors.ts";
import type { Io } from "../io.ts";
import { type Finding, fail, ok } from "./finding.ts";

/** Checks the netrc file and the password in the environment, without showing their contents. */
export function loginFindings({ env }: Io): readonly Finding[] {
  const findings = [netrcFinding(env)];
  if (env["ANYURL_PASSWORD"] !== undefined)
    findings.push(ok("password", "ANYURL_PASSWORD is set, for the user and host in the URL"));
  return findings;
}

function netrcFinding(env: Io["env"]): Finding {
  try {
    const path = netrcPath(env);
    if (!existsSync(path)) return ok("netrc", `${path} does not exist`);
    readNetrcFile(path);
    return ok("netrc", `${path} is used with --netrc`);
  } catch (error) {
    if (!(error instanceof LocalError)) throw error;
    if (error.code === "no-netrc") return ok("netrc", error.message);
    return fail("netrc", error.message, error.hint ?? "correct the file");
  }
}
