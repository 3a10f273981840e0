import type { Call, DeferredReply } from './call.ts';
import type { Reply } from './reply.ts';

/** One operation of the service, as data: the door serves it, lists and tests are made from it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `:name` is one segment; its name says its form (`idForms`). */
  readonly path: string;
  /** `catalogue` needs the account header only where the choice says so. */
  readonly needs: 'nothing' | 'token' | 'catalogue' | 'account' | 'account or none';
  /**
   * `form`: no JSON. `nothing`: a body is a 400, for the operation that cannot carry one (SPEC 4.1). Left out: JSON
   * as a lenient reader takes it (SERVICE C [T]).
   */
  readonly reads?: 'form' | 'nothing';
  /** Its query holds a secret, which the log of requests leaves out. */
  readonly hidesQuery?: true;
  /** A list: the fault `lag` hides writes from it, and `shift` loses an item of it. */
  readonly isList?: true;
  /** Statuses that the operation itself answers. */
  readonly statuses: readonly number[];
  /** Where the facts come from. */
  readonly source: string;
  readonly handle: (call: Call) => Reply | DeferredReply;
}

/** Which operations are served: those of the specification alone, or all that are known. */
export type Contract = 'documented' | 'full';

/** Whether the specification names the operation: then its source begins with it. */
export function isDocumented({ source }: Pick<Route, 'source'>): boolean {
  return source.startsWith('SPEC ');
}

/** What a value of a path must look like; malformed is a 400 before any 404 (SERVICE A.8 [T]). */
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
