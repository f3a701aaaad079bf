import { resolvePolicy } from "@anyurl/client";
import { displayText, isAccessError, type PolicyOptions } from "anyurl";
import { LocalError } from "../../errors.ts";
import { readJsonFile } from "../../read-text-file.ts";

/**
 * Reads a policy file: JSON with the fields of `PolicyOptions`. A field that it omits has the library's default, so it
 * opens no files.
 *
 * @throws {LocalError} bad-policy: the policy is invalid; system errors.
 */
export function readPolicyFile(path: string): PolicyOptions {
  const found = readJsonFile(path, "bad-policy");
  try {
    resolvePolicy(found as PolicyOptions);
  } catch (error) {
    if (!isAccessError(error)) throw error;
    throw new LocalError("bad-policy", displayText(`${path}: ${error.message}`), error.hint);
  }
  return found as PolicyOptions;
}
