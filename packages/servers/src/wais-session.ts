import {
  type Facility,
  formatInitResponse,
  formatMessage,
  formatSearchResponse,
  fromPrintable,
  type InitResponse,
  type Message,
  PDU,
  readInit,
  readSearch,
  toPrintable,
} from "@anyurl/protocol-wais";
import { answerTo, type WaisWorld } from "./wais-answer.ts";

/** What the server says of itself in the answer to an Init. */
export type Implementation = Pick<
  InitResponse,
  "implementationId" | "implementationName" | "implementationVersion"
>;

export interface WaisSettings extends Implementation {
  readonly world: WaisWorld;
  /** Octets that the body of an answer may have. */
  readonly maxMessage: number;
}

/** The newest version of a header that there is. */
const NEWEST_VERSION = "2";

/** What belongs to result sets, which are not kept here. */
const REFUSED: ReadonlySet<Facility> = new Set(["present", "delete"]);

const NOTHING: Uint8Array = new Uint8Array(0);

/** One connection: what is said to each message. All it remembers is the size that an Init has settled. */
export class WaisSession {
  readonly #settings: WaisSettings;
  #size: number;

  constructor(settings: WaisSettings) {
    this.#settings = settings;
    this.#size = settings.maxMessage;
  }

  /**
   * The whole message to answer with; "close" for a header of the future. What cannot be answered has no
   * body.
   */
  answer({ header, body }: Message): Uint8Array | "close" {
    if (header.version > NEWEST_VERSION) return "close";
    const isPrintable = header.encoding.toLowerCase() === "h";
    const answer = this.#bodyFor(body, isPrintable);
    const fits = answer.length <= this.#size ? answer : NOTHING;
    return formatMessage(isPrintable ? toPrintable(fits) : fits, header);
  }

  #bodyFor(octets: Uint8Array, isPrintable: boolean): Uint8Array {
    try {
      const body = isPrintable ? fromPrintable(octets) : octets;
      if (body[2] === PDU.init) return this.#initialize(body);
      return formatSearchResponse(answerTo(readSearch(body), this.#settings.world));
    } catch {
      return NOTHING;
    }
  }

  #initialize(body: Uint8Array): Uint8Array {
    const { maxMessage, implementationId, implementationName, implementationVersion } = this.#settings;
    const init = readInit(body);
    const accepted = !init.facilities.some((each) => REFUSED.has(each));
    const size = Math.min(maxMessage, init.maximumRecordSize ?? maxMessage);
    if (accepted) this.#size = size;
    return formatInitResponse({
      ...{ accepted, facilities: ["search"], implementationId, implementationName, implementationVersion },
      ...{ preferredMessageSize: size, maximumRecordSize: size },
    });
  }
}
