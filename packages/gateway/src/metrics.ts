/** The result of the cache for a request. */
export type CacheUse = "hit" | "revalidated" | "miss" | "shared" | "off";

/** One finished request. */
interface Measured {
  readonly status: number;
  readonly octets: number;
  readonly seconds: number;
  /** The scheme of the target, if any. */
  readonly scheme: string | undefined;
  readonly cache: CacheUse | undefined;
  readonly refused: string | undefined;
}

/** The metrics of a gateway. Of a URL they contain only the scheme, and they contain no addresses. */
export interface Metrics {
  readonly inFlight: number;
  began(): void;
  ended(measured: Measured): void;
  /** Returns the metrics in Prometheus text format 0.0.4. */
  text(): string;
}

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Upper bounds of the buckets in seconds. The last bucket, +Inf, has the rest. */
const BOUNDS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

const CLASSES: readonly string[] = ["1xx", "2xx", "3xx", "4xx", "5xx"];
const USES: readonly CacheUse[] = ["hit", "revalidated", "miss", "shared", "off"];

/** Maximum number of error codes that are counted separately. The gateway has fewer than half of that. */
const MAX_CODES = 64;

/** @param schemes the schemes to count separately; all others count as "other". */
export function createMetrics(schemes: readonly string[]): Metrics {
  const known = new Set(schemes);
  const byClass = counters(CLASSES);
  const byUse = counters(USES);
  const refused: Map<string, number> = new Map();
  const histograms: Map<string, Histogram> = new Map();
  let octets = 0;
  let inFlight = 0;
  return {
    get inFlight() {
      return inFlight;
    },
    began() {
      inFlight++;
    },
    ended(measured) {
      inFlight--;
      octets += measured.octets;
      add(byClass, `${Math.floor(measured.status / 100)}xx`);
      if (measured.cache !== undefined) add(byUse, measured.cache);
      if (measured.refused !== undefined && (refused.has(measured.refused) || refused.size < MAX_CODES))
        refused.set(measured.refused, (refused.get(measured.refused) ?? 0) + 1);
      const { scheme = "none" } = measured;
      const label = scheme === "none" || known.has(scheme) ? scheme : "other";
      let histogram = histograms.get(label);
      if (histogram === undefined) {
        histogram = new Histogram();
        histograms.set(label, histogram);
      }
      histogram.observe(measured.seconds);
    },
    text: () =>
      [
        family("requests_total", "counter", "Requests answered, by status class."),
        ...samples("requests_total", "class", byClass),
        family("refused_total", "counter", "Requests rejected by the gateway, by error code."),
        ...samples("refused_total", "code", refused),
        family("in_flight", "gauge", "Requests in progress."),
        `anyurl_gateway_in_flight ${inFlight}`,
        family("sent_octets_total", "counter", "Bytes of response content sent."),
        `anyurl_gateway_sent_octets_total ${octets}`,
        family("cache_total", "counter", "Cache lookups, by result."),
        ...samples("cache_total", "use", byUse),
        family("duration_seconds", "histogram", "Time until the response was sent, by URL scheme."),
        ...[...histograms].flatMap(([scheme, histogram]) => histogram.samples(scheme)),
        "",
      ].join("\n"),
  };
}

class Histogram {
  /** The count of each bucket, not cumulative. */
  readonly #counts: number[] = [...BOUNDS.map(() => 0), 0];
  #sum = 0;

  observe(seconds: number): void {
    const at = BOUNDS.findIndex((bound) => seconds <= bound);
    this.#counts[at < 0 ? BOUNDS.length : at]! += 1;
    this.#sum += seconds;
  }

  samples(scheme: string): readonly string[] {
    const name = "anyurl_gateway_duration_seconds";
    let below = 0;
    const buckets = this.#counts.map((count, i) => {
      below += count;
      return `${name}_bucket{scheme="${scheme}",le="${BOUNDS[i] ?? "+Inf"}"} ${below}`;
    });
    const sum = `${name}_sum{scheme="${scheme}"} ${Number(this.#sum.toFixed(6))}`;
    return [...buckets, sum, `${name}_count{scheme="${scheme}"} ${below}`];
  }
}

function counters(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name) => [name, 0]));
}

function add(counts: Map<string, number>, name: string): void {
  const count = counts.get(name);
  if (count !== undefined) counts.set(name, count + 1);
}

function family(name: string, type: string, help: string): string {
  return `# HELP anyurl_gateway_${name} ${help}\n# TYPE anyurl_gateway_${name} ${type}`;
}

/** Formats the samples of a metric. The label values need no escaping, because all of them are our own names. */
function samples(name: string, label: string, counts: ReadonlyMap<string, number>): readonly string[] {
  return [...counts].map(([value, count]) => `anyurl_gateway_${name}{${label}="${value}"} ${count}`);
}
