/** A request that reached the service. */
export interface RequestRecord {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: string;
  /** What the account header said, or null. */
  readonly account: string | null;
  /** What the service answered; null while it works, or where the connection was dropped before. */
  readonly status: number | null;
  /** What a planted fault did to this request, or null. */
  readonly fault: string | null;
}

const maxRecords = 200_000;

/** The newest requests, in the order of their arrival, and how many there were in all. */
export class RequestLog {
  #records: RequestRecord[] = [];
  #total = 0;
  #unmatched = 0;

  /** Notes an arrival; the answer is written later by calling what is returned. */
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

  /** Requests that no route answered. */
  get unmatched(): number {
    return this.#unmatched;
  }

  clear(): void {
    this.#records = [];
    this.#total = 0;
    this.#unmatched = 0;
  }
}
