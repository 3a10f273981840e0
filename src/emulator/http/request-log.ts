/** A request that reached the service. */
export interface RequestRecord {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: string;
  /** Value of the account header, or null. */
  readonly account: string | null;
  /** Status of the answer; null while pending, or if the connection was cut. */
  readonly status: number | null;
  /** Fault that hit this request, or null. */
  readonly fault: string | null;
}

const maxRecords = 200_000;

/** The newest requests in order of arrival, and the total number. */
export class RequestLog {
  #records: RequestRecord[] = [];
  #total = 0;
  #unmatched = 0;

  /** Records an arrival; the returned function records its answer. */
  note(
    request: Pick<RequestRecord, 'method' | 'path' | 'query' | 'account'>,
  ): (end: Pick<RequestRecord, 'status' | 'fault'>) => void {
    const record = { ...request, status: null, fault: null };
    this.#total += 1;
    this.#records.push(record);
    if (this.#records.length > 2 * maxRecords) {
      this.#records = this.#records.slice(-maxRecords);
    }
    return (end) => {
      Object.assign(record, end);
    };
  }

  countUnmatched(): void {
    this.#unmatched += 1;
  }

  records(): readonly RequestRecord[] {
    return this.#records.slice(-maxRecords);
  }

  get total(): number {
    return this.#total;
  }

  /** Requests without a route. */
  get unmatched(): number {
    return this.#unmatched;
  }

  clear(): void {
    this.#records = [];
    this.#total = 0;
    this.#unmatched = 0;
  }
}
