/** The result of the cache for a request. */
export type CacheUse = "hit" | "miss" | "shared" | "off";

/** One finished request. */
interface RequestMeasurement {
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
  requestStarted(): void;
  requestEnded(measured: RequestMeasurement): void;
  /** Returns the metrics in Prometheus text format 0.0.4. */
  formatText(): string;
}

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Upper bounds of the buckets in seconds. The last bucket, +Inf, has the rest. */
const BUCKET_BOUNDS_S: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

const STATUS_CLASSES: readonly string[] = ["1xx", "2xx", "3xx", "4xx", "5xx"];
const CACHE_USES: readonly CacheUse[] = ["hit", "miss", "shared", "off"];

/** Maximum number of error codes that are counted separately. The gateway has fewer than half of that. */
const MAX_ERROR_CODES = 64;

/** @param schemes the schemes to count separately; all others count as "other". */
export function createMetrics(schemes: readonly string[]): Metrics {
  const known = new Set(schemes);
  const byClass = createCounters(STATUS_CLASSES);
  const byUse = createCounters(CACHE_USES);
  const refused: Map<string, number> = new Map();
  const histograms: Map<string, Histogram> = new Map();
  let octets = 0;
  let inFlight = 0;
  return {
    get inFlight() {
      return inFlight;
    },
    requestStarted() {
      inFlight++;
    },
    requestEnded(measured) {
      inFlight--;
      octets += measured.octets;
      increment(byClass, `${Math.floor(measured.status / 100)}xx`);
      if (measured.cache !== undefined) increment(byUse, measured.cache);
      if (measured.refused !== undefined && (refused.has(measured.refused) || refused.size < MAX_ERROR_CODES))
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
    formatText: () =>
      [
        formatFamily("requests_total", "counter", "Requests answered, by status class."),
        ...formatSamples("requests_total", "class", byClass),
        formatFamily("refused_total", "counter", "Requests rejected by the gateway, by error code."),
        ...formatSamples("refused_total", "code", refused),
        formatFamily("in_flight", "gauge", "Requests in progress."),
        `anyurl_gateway_in_flight ${inFlight}`,
        formatFamily("sent_octets_total", "counter", "Bytes of response content sent."),
        `anyurl_gateway_sent_octets_total ${octets}`,
        formatFamily("cache_total", "counter", "Cache lookups, by result."),
        ...formatSamples("cache_total", "use", byUse),
        formatFamily("duration_seconds", "histogram", "Time until the response was sent, by URL scheme."),
        ...[...histograms].flatMap(([scheme, histogram]) => histogram.samples(scheme)),
        "",
      ].join("\n"),
  };
}

class Histogram {
  /** The count of each bucket, not cumulative. */
  readonly #counts: number[] = [...BUCKET_BOUNDS_S.map(() => 0), 0];
  #sum = 0;

  observe(seconds: number): void {
    const at = BUCKET_BOUNDS_S.findIndex((bound) => seconds <= bound);
    this.#counts[at < 0 ? BUCKET_BOUNDS_S.length : at]! += 1;
    this.#sum += seconds;
  }

  samples(scheme: string): readonly string[] {
    const name = "anyurl_gateway_duration_seconds";
    let below = 0;
    const buckets = this.#counts.map((count, i) => {
      below += count;
      return `${name}_bucket{scheme="${scheme}",le="${BUCKET_BOUNDS_S[i] ?? "+Inf"}"} ${below}`;
    });
    const sum = `${name}_sum{scheme="${scheme}"} ${Number(this.#sum.toFixed(6))}`;
    return [...buckets, sum, `${name}_count{scheme="${scheme}"} ${below}`];
  }
}

function createCounters(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name) => [name, 0]));
}

function increment(counts: Map<string, number>, name: string): void {
  const count = counts.get(name);
  if (count !== undefined) counts.set(name, count + 1);
}

function formatFamily(name: string, type: string, help: string): string {
  return `# HELP anyurl_gateway_${name} ${help}\n# TYPE anyurl_gateway_${name} ${type}`;
}

/** Formats the samples of a metric. The label values need no escaping, because all of them are our own names. */
function formatSamples(name: string, label: string, counts: ReadonlyMap<string, number>): readonly string[] {
  return [...counts].map(([value, count]) => `anyurl_gateway_${name}{${label}="${value}"} ${count}`);
}
