import type { Fault } from "./fault.ts";
import { fault as acceptsAnyValue } from "./faults/access/accepts-any-value.ts";
import { fault as believesItself } from "./faults/access/believes-itself.ts";
import { fault as claimsAStart } from "./faults/access/claims-a-start.ts";
import { fault as decodesNames } from "./faults/access/decodes-names.ts";
import { fault as dialsByItself } from "./faults/access/dials-by-itself.ts";
import { fault as endsWhatHasFailed } from "./faults/access/ends-what-has-failed.ts";
import { fault as exportsAHelper } from "./faults/access/exports-a-helper.ts";
import { fault as fillsAChunkTooEarly } from "./faults/access/fills-a-chunk-too-early.ts";
import { fault as gluesEntryUrls } from "./faults/access/glues-entry-urls.ts";
import { fault as halfIsWhole } from "./faults/access/half-is-whole.ts";
import { fault as hangsOnARefusal } from "./faults/access/hangs-on-a-refusal.ts";
import { fault as keepsChunksOfTheSource } from "./faults/access/keeps-chunks-of-the-source.ts";
import { fault as keepsTheSource } from "./faults/access/keeps-the-source.ts";
import { fault as leavesASocket } from "./faults/access/leaves-a-socket.ts";
import { fault as leavesATimer } from "./faults/access/leaves-a-timer.ts";
import { fault as losesTheLastOctet } from "./faults/access/loses-the-last-octet.ts";
import { fault as plainErrors } from "./faults/access/plain-errors.ts";
import { fault as planIsNotWire } from "./faults/access/plan-is-not-wire.ts";
import { fault as plansMoreThanItSends } from "./faults/access/plans-more-than-it-sends.ts";
import { fault as putsTheFirstPiece } from "./faults/access/puts-the-first-piece.ts";
import { fault as removesNothing } from "./faults/access/removes-nothing.ts";
import { fault as statGuesses } from "./faults/access/stat-guesses.ts";
import { fault as succeedsWithAPart } from "./faults/access/succeeds-with-a-part.ts";
import { fault as takesAPacketForALine } from "./faults/access/takes-a-packet-for-a-line.ts";
import { fault as textForOctets } from "./faults/access/text-for-octets.ts";
import { fault as triesAgain } from "./faults/access/tries-again.ts";
import { fault as writesIntoTheSource } from "./faults/access/writes-into-the-source.ts";
import { fault as wrongCode } from "./faults/access/wrong-code.ts";
import { fault as yieldsEachByte } from "./faults/access/yields-each-byte.ts";
import { fault as controlOctetsArePlanned } from "./faults/exchange/control-octets-are-planned.ts";
import { fault as planByTheSpelling } from "./faults/exchange/plan-by-the-spelling.ts";
import { fault as planPointsToNothing } from "./faults/exchange/plan-points-to-nothing.ts";
import { fault as planSendsTheFragment } from "./faults/exchange/plan-sends-the-fragment.ts";
import { fault as planShowsThePassword } from "./faults/exchange/plan-shows-the-password.ts";
import { fault as recordsThePassword } from "./faults/exchange/records-the-password.ts";
import { fault as unboundedLines } from "./faults/exchange/unbounded-lines.ts";
import { fault as unboundedLists } from "./faults/exchange/unbounded-lists.ts";
import { fault as columnsWithoutAName } from "./faults/presentation/columns-without-a-name.ts";
import { fault as formWithoutAnOption } from "./faults/presentation/form-without-an-option.ts";
import { fault as searchLosesItsWords } from "./faults/presentation/search-loses-its-words.ts";
import { fault as showsAnEmptyColumn } from "./faults/presentation/shows-an-empty-column.ts";
import { fault as viewCounts } from "./faults/presentation/view-counts.ts";
import { fault as viewThrows } from "./faults/presentation/view-throws.ts";
import { fault as acceptsAQuery } from "./faults/syntax/accepts-a-query.ts";
import { fault as codeInCapitals } from "./faults/syntax/code-in-capitals.ts";
import { fault as decodesTwice } from "./faults/syntax/decodes-twice.ts";
import { fault as describedElsewhere } from "./faults/syntax/described-elsewhere.ts";
import { fault as describedRaw } from "./faults/syntax/described-raw.ts";
import { fault as doesNotLoad } from "./faults/syntax/does-not-load.ts";
import { fault as encodesTwice } from "./faults/syntax/encodes-twice.ts";
import { fault as exampleIsRefused } from "./faults/syntax/example-is-refused.ts";
import { fault as forgetsTheFragment } from "./faults/syntax/forgets-the-fragment.ts";
import { fault as formatRefuses } from "./faults/syntax/format-refuses.ts";
import { fault as leavesAGap } from "./faults/syntax/leaves-a-gap.ts";
import { fault as lossyOctets } from "./faults/syntax/lossy-octets.ts";
import { fault as neverLoads } from "./faults/syntax/never-loads.ts";
import { fault as noRule } from "./faults/syntax/no-rule.ts";
import { fault as noWarning } from "./faults/syntax/no-warning.ts";
import { fault as normalFormForgetsTheUser } from "./faults/syntax/normal-form-forgets-the-user.ts";
import { fault as normalFormKeepsThePort } from "./faults/syntax/normal-form-keeps-the-port.ts";
import { fault as normalFormLowers } from "./faults/syntax/normal-form-lowers.ts";
import { fault as numberIsText } from "./faults/syntax/number-is-text.ts";
import { fault as passwordInAMessage } from "./faults/syntax/password-in-a-message.ts";
import { fault as passwordIsDescribed } from "./faults/syntax/password-is-described.ts";
import { fault as plusIsASpace } from "./faults/syntax/plus-is-a-space.ts";
import { fault as portIsGlued } from "./faults/syntax/port-is-glued.ts";
import { fault as problemOutsideTheText } from "./faults/syntax/problem-outside-the-text.ts";
import { fault as remembersTheLastOne } from "./faults/syntax/remembers-the-last-one.ts";
import { fault as trustsTheTypes } from "./faults/syntax/trusts-the-types.ts";
import { fault as uncodedError } from "./faults/syntax/uncoded-error.ts";
import { fault as unstableNormalForm } from "./faults/syntax/unstable-normal-form.ts";
import { fault as wrongEscaping } from "./faults/syntax/wrong-escaping.ts";

/** All broken plugins by file name. */
export const FAULTS: ReadonlyMap<string, Fault> = new Map([
  ["accepts-a-query", acceptsAQuery],
  ["accepts-any-value", acceptsAnyValue],
  ["accepts-any-value", acceptsAnyValue],
  ["believes-itself", believesItself],
  ["claims-a-start", claimsAStart],
  ["code-in-capitals", codeInCapitals],
  ["columns-without-a-name", columnsWithoutAName],
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
  ["form-without-an-option", formWithoutAnOption],
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
  ["number-is-text", numberIsText],
  ["password-in-a-message", passwordInAMessage],
  ["password-is-described", passwordIsDescribed],
  ["plain-errors", plainErrors],
  ["plan-by-the-spelling", planByTheSpelling],
  ["plan-is-not-wire", planIsNotWire],
  ["plans-more-than-it-sends", plansMoreThanItSends],
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
  ["search-loses-its-words", searchLosesItsWords],
  ["shows-an-empty-column", showsAnEmptyColumn],
  ["stat-guesses", statGuesses],
  ["succeeds-with-a-part", succeedsWithAPart],
  ["takes-a-packet-for-a-line", takesAPacketForALine],
  ["text-for-octets", textForOctets],
  ["tries-again", triesAgain],
  ["trusts-the-types", trustsTheTypes],
  ["unbounded-lines", unboundedLines],
  ["unbounded-lists", unboundedLists],
  ["uncoded-error", uncodedError],
  ["unstable-normal-form", unstableNormalForm],
  ["view-counts", viewCounts],
  ["view-throws", viewThrows],
  ["writes-into-the-source", writesIntoTheSource],
  ["wrong-code", wrongCode],
  ["wrong-escaping", wrongEscaping],
  ["yields-each-byte", yieldsEachByte],
]);
