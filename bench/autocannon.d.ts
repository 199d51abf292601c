// The part of autocannon's interface that the benchmarks use; the package brings no types.

declare module 'autocannon' {
  export interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string | Buffer;
    setupRequest?: (request: Request) => Request;
  }

  export interface Options {
    url: string;
    connections: number;
    duration: number;
    timeout: number;
    requests: Request[];
    warmup?: { connections: number; duration: number };
  }

  export interface Latency {
    mean: number;
    p50: number;
    p90: number;
    p99: number;
    p99_9: number;
    max: number;
  }

  export interface Result {
    duration: number;
    errors: number;
    timeouts: number;
    mismatches: number;
    non2xx: number;
    '2xx': number;
    latency: Latency;
    requests: { total: number; average: number };
    warmup?: Result;
  }

  export default function autocannon(options: Options): PromiseLike<Result>;
}
