import type { Fault } from "./fault.ts";
import { fault as acceptsAQuery } from "./faults/accepts-a-query.ts";
import { fault as believesItself } from "./faults/believes-itself.ts";
import { fault as claimsAStart } from "./faults/claims-a-start.ts";
import { fault as codeInCapitals } from "./faults/code-in-capitals.ts";
import { fault as controlOctetsArePlanned } from "./faults/control-octets-are-planned.ts";
import { fault as decodesNames } from "./faults/decodes-names.ts";
import { fault as decodesTwice } from "./faults/decodes-twice.ts";
import { fault as describedElsewhere } from "./faults/described-elsewhere.ts";
import { fault as describedRaw } from "./faults/described-raw.ts";
import { fault as dialsByItself } from "./faults/dials-by-itself.ts";
import { fault as doesNotLoad } from "./faults/does-not-load.ts";
import { fault as encodesTwice } from "./faults/encodes-twice.ts";
import { fault as endsWhatHasFailed } from "./faults/ends-what-has-failed.ts";
import { fault as exampleIsRefused } from "./faults/example-is-refused.ts";
import { fault as exportsAHelper } from "./faults/exports-a-helper.ts";
import { fault as fillsAChunkTooEarly } from "./faults/fills-a-chunk-too-early.ts";
import { fault as forgetsTheFragment } from "./faults/forgets-the-fragment.ts";
import { fault as formatRefuses } from "./faults/format-refuses.ts";
import { fault as gluesEntryUrls } from "./faults/glues-entry-urls.ts";
import { fault as halfIsWhole } from "./faults/half-is-whole.ts";
import { fault as hangsOnARefusal } from "./faults/hangs-on-a-refusal.ts";
import { fault as keepsChunksOfTheSource } from "./faults/keeps-chunks-of-the-source.ts";
import { fault as keepsTheSource } from "./faults/keeps-the-source.ts";
import { fault as leavesAGap } from "./faults/leaves-a-gap.ts";
import { fault as leavesASocket } from "./faults/leaves-a-socket.ts";
import { fault as leavesATimer } from "./faults/leaves-a-timer.ts";
import { fault as losesTheLastOctet } from "./faults/loses-the-last-octet.ts";
import { fault as lossyOctets } from "./faults/lossy-octets.ts";
import { fault as neverLoads } from "./faults/never-loads.ts";
import { fault as noRule } from "./faults/no-rule.ts";
import { fault as noWarning } from "./faults/no-warning.ts";
import { fault as normalFormForgetsTheUser } from "./faults/normal-form-forgets-the-user.ts";
import { fault as normalFormKeepsThePort } from "./faults/normal-form-keeps-the-port.ts";
import { fault as normalFormLowers } from "./faults/normal-form-lowers.ts";
import { fault as passwordInAMessage } from "./faults/password-in-a-message.ts";
import { fault as passwordIsDescribed } from "./faults/password-is-described.ts";
import { fault as plainErrors } from "./faults/plain-errors.ts";
import { fault as planByTheSpelling } from "./faults/plan-by-the-spelling.ts";
import { fault as planIsNotWire } from "./faults/plan-is-not-wire.ts";
import { fault as planPointsToNothing } from "./faults/plan-points-to-nothing.ts";
import { fault as planSendsTheFragment } from "./faults/plan-sends-the-fragment.ts";
import { fault as planShowsThePassword } from "./faults/plan-shows-the-password.ts";
import { fault as plusIsASpace } from "./faults/plus-is-a-space.ts";
import { fault as portIsGlued } from "./faults/port-is-glued.ts";
import { fault as problemOutsideTheText } from "./faults/problem-outside-the-text.ts";
import { fault as putsTheFirstPiece } from "./faults/puts-the-first-piece.ts";
import { fault as recordsThePassword } from "./faults/records-the-password.ts";
import { fault as remembersTheLastOne } from "./faults/remembers-the-last-one.ts";
import { fault as removesNothing } from "./faults/removes-nothing.ts";
import { fault as statGuesses } from "./faults/stat-guesses.ts";
import { fault as succeedsWithAPart } from "./faults/succeeds-with-a-part.ts";
import { fault as takesAPacketForALine } from "./faults/takes-a-packet-for-a-line.ts";
import { fault as textForOctets } from "./faults/text-for-octets.ts";
import { fault as triesAgain } from "./faults/tries-again.ts";
import { fault as unboundedLines } from "./faults/unbounded-lines.ts";
import { fault as unboundedLists } from "./faults/unbounded-lists.ts";
import { fault as uncodedError } from "./faults/uncoded-error.ts";
import { fault as unstableNormalForm } from "./faults/unstable-normal-form.ts";
import { fault as writesIntoTheSource } from "./faults/writes-into-the-source.ts";
import { fault as wrongCode } from "./faults/wrong-code.ts";
import { fault as wrongEscaping } from "./faults/wrong-escaping.ts";
import { fault as yieldsEachByte } from "./faults/yields-each-byte.ts";

/** Every plugin that is broken, by the name of its file. */
export const FAULTS: ReadonlyMap<string, Fault> = new Map([
  ["accepts-a-query", acceptsAQuery],
  ["believes-itself", believesItself],
  ["claims-a-start", claimsAStart],
  ["code-in-capitals", codeInCapitals],
  ["control-octets-are-planned", controlOctetsArePlanned],
  ["decodes-names", decodesNames],
  ["decodes-twice", decodesTwice],
  ["described-elsewhere", describedElsewhere],
  ["described-raw", describedRaw],
  ["dials-by-itself", dialsByItself],
  ["does-not-load", doesNotLoad],
  ["encodes-twice", encodesTwice],
  ["ends-what-has-failed", endsWhatHasFailed],
  ["example-is-refused", exampleIsRefused],
  ["exports-a-helper", exportsAHelper],
  ["fills-a-chunk-too-early", fillsAChunkTooEarly],
  ["forgets-the-fragment", forgetsTheFragment],
  ["format-refuses", formatRefuses],
  ["glues-entry-urls", gluesEntryUrls],
  ["half-is-whole", halfIsWhole],
  ["hangs-on-a-refusal", hangsOnARefusal],
  ["keeps-chunks-of-the-source", keepsChunksOfTheSource],
  ["keeps-the-source", keepsTheSource],
  ["leaves-a-gap", leavesAGap],
  ["leaves-a-socket", leavesASocket],
  ["leaves-a-timer", leavesATimer],
  ["loses-the-last-octet", losesTheLastOctet],
  ["lossy-octets", lossyOctets],
  ["never-loads", neverLoads],
  ["no-rule", noRule],
  ["no-warning", noWarning],
  ["normal-form-forgets-the-user", normalFormForgetsTheUser],
  ["normal-form-keeps-the-port", normalFormKeepsThePort],
  ["normal-form-lowers", normalFormLowers],
  ["password-in-a-message", passwordInAMessage],
  ["password-is-described", passwordIsDescribed],
  ["plain-errors", plainErrors],
  ["plan-by-the-spelling", planByTheSpelling],
  ["plan-is-not-wire", planIsNotWire],
  ["plan-points-to-nothing", planPointsToNothing],
  ["plan-sends-the-fragment", planSendsTheFragment],
  ["plan-shows-the-password", planShowsThePassword],
  ["plus-is-a-space", plusIsASpace],
  ["port-is-glued", portIsGlued],
  ["problem-outside-the-text", problemOutsideTheText],
  ["puts-the-first-piece", putsTheFirstPiece],
  ["records-the-password", recordsThePassword],
  ["remembers-the-last-one", remembersTheLastOne],
  ["removes-nothing", removesNothing],
  ["stat-guesses", statGuesses],
  ["succeeds-with-a-part", succeedsWithAPart],
  ["takes-a-packet-for-a-line", takesAPacketForALine],
  ["text-for-octets", textForOctets],
  ["tries-again", triesAgain],
  ["unbounded-lines", unboundedLines],
  ["unbounded-lists", unboundedLists],
  ["uncoded-error", uncodedError],
  ["unstable-normal-form", unstableNormalForm],
  ["writes-into-the-source", writesIntoTheSource],
  ["wrong-code", wrongCode],
  ["wrong-escaping", wrongEscaping],
  ["yields-each-byte", yieldsEachByte],
]);
