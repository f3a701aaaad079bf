import type { AccessCode } from "@anyurl/core";
import { systemError } from "../memory/memory-pipe.ts";
import type { Fault } from "./fault.ts";
import { fails } from "./outcomes.ts";

/** Errors of POSIX.1, and codes that a call may fail with. */
const ERRORS: readonly (readonly [name: string, code: AccessCode])[] = [
  ["ENOENT", "not-found"],
  ["EACCES", "permission-denied"],
  ["EROFS", "permission-denied"],
  ["ENOSPC", "no-space"],
  ["EIO", "truncated"],
  ["ESTALE", "truncated"],
  ["EMFILE", "temporarily-unavailable"],
  ["ELOOP", "bad-path"],
];

/** Faults of local files. */
export const FILE_FAULTS: readonly Fault[] = [
  ...ERRORS.map(
    ([name, code]): Fault => ({
      name: `the system reports ${name}`,
      over: "files",
      when: () => true,
      inject: () => async (turn) => {
        throw systemError("text" in turn.said ? turn.said.text : "", name);
      },
      outcome: () => fails(code),
    }),
  ),
  {
    name: "the system answers after a second",
    over: "files",
    when: () => true,
    inject: () => async (turn) => {
      await turn.pause(1000);
      return "say it";
    },
    outcome: () => ({ gives: "all" }),
  },
];
