import { fillPart } from "@anyurl/client";
import type { PartFile } from "@anyurl/core/exchange";
import { createProgress, type Progress } from "../progress.ts";
import { readPart, tell, tellBeginning } from "./beginning.ts";
import type { Arrived, SaveRequest } from "./save-new.ts";

/** Downloads several ranges at the same time. Says why if one response had to do. */
export async function saveSegments(
  part: PartFile,
  { file, options, io, seen, get, stat }: SaveRequest,
): Promise<Arrived> {
  const isTold = options.quiet !== true;
  let progress: Progress | undefined;
  try {
    const { retrieved, begin, segments, reason } = await fillPart(
      part,
      { get, ...(stat !== undefined && { stat }) },
      { segments: options.segments },
      {
        async started({ url, size: total, begin, restarted }) {
          if (isTold) await tellBeginning(file, { part, begin, total, restarted }, io);
          progress = createProgress(io, { url, total, begin, options });
        },
        received: (octets) => progress?.tick(octets),
      },
    );
    await progress?.end();
    if (reason !== undefined && isTold)
      await tell(file, segments === 1 ? `not in segments: ${reason}` : `in fewer segments: ${reason}`, io);
    // The ranges arrived in no order.
    if (seen !== undefined) await readPart(part, seen);
    return { retrieved, begin, segments, ...(reason !== undefined && { reason }) };
  } finally {
    await progress?.end();
  }
}
