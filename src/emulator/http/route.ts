import type { Call, DeferredReply } from './call.ts';
import type { Reply } from './reply.ts';

/** One operation of the service as data, for the server, the lists and the tests. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `:name` is one segment; `idForms` gives its form. */
  readonly path: string;
  /** Required credentials; for the catalog, a choice decides if the account header is needed. */
  readonly needs: 'nothing' | 'token' | 'catalog' | 'account' | 'account or none';
  /**
   * `form`: no JSON. `nothing`: a body is a 400, for the operation that takes none (SPEC 4.1).
   * Absent: lenient JSON (SERVICE C [T]).
   */
  readonly reads?: 'form' | 'nothing';
  /** The query has a secret, which the request log omits. */
  readonly hidesQuery?: true;
  /** A list: `lag` delays writes in it, and `shift` drops an item. */
  readonly isList?: true;
  /** Statuses of the operation itself. */
  readonly statuses: readonly number[];
  /** Source of the facts. */
  readonly source: string;
  readonly handle: (call: Call) => Reply | DeferredReply;
}

/** Served operations: those of the specification, or all known. */
export type Contract = 'documented' | 'full';

/** True if the specification names the operation, because its source then starts with it. */
export function isDocumented({ source }: Pick<Route, 'source'>): boolean {
  return source.startsWith('SPEC ');
}

/** Form of each path parameter; a malformed one is a 400 before any 404 (SERVICE A.8 [T]). */
export const idForms: Readonly<Record<string, 'guid' | 'integer' | 'either'>> = {
  methodId: 'either',
  templateId: 'guid',
  cycleId: 'guid',
  stepId: 'guid',
  edgeId: 'guid',
  transactionId: 'guid',
  accountConnectorId: 'integer',
  propertyId: 'integer',
  parameterId: 'integer',
  fieldId: 'integer',
};
