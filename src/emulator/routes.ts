import {
  createAccount,
  deleteAccount,
  getAccount,
  listAccounts,
  updateAccount,
} from './accounts/accounts.ts';
import { issueToken } from './accounts/token.ts';
import type { Call, Reply } from './door/call.ts';

// Every operation of the service that exists here, as data: the door serves it, the coverage list
// and the contract tests are made from it.

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `:name` is one segment; its name says its form (`idForms`). */
  readonly path: string;
  readonly needs: 'nothing' | 'token' | 'account';
  readonly reads?: 'form';
  /** A list: the fault `lag` hides writes from it, and `shift` loses an item of it. */
  readonly isList?: true;
  /** Statuses that the operation itself answers. */
  readonly statuses: readonly number[];
  /** Where the facts come from. */
  readonly source: string;
  readonly handle: (call: Call) => Reply;
}

/** What a value of a path must look like; malformed is a 400 before any 404 (SERVICE A.8 [T]). */
export const idForms: Readonly<Record<string, 'guid' | 'integer'>> = {
  templateId: 'guid',
  cycleId: 'guid',
  stepId: 'guid',
  edgeId: 'guid',
  accountConnectorId: 'integer',
  propertyId: 'integer',
  parameterId: 'integer',
  fieldId: 'integer',
};

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/oauth/token',
    needs: 'nothing',
    reads: 'form',
    statuses: [200, 400, 401],
    source: 'SERVICE A.0 [T]',
    handle: issueToken,
  },
  {
    method: 'GET',
    path: '/v1.0/accounts',
    needs: 'token',
    isList: true,
    statuses: [200, 401, 403],
    source: 'SERVICE A.1 [T]',
    handle: listAccounts,
  },
  {
    method: 'POST',
    path: '/v1.0/accounts',
    needs: 'token',
    statuses: [200, 400, 401, 403],
    source: 'SPEC 2.1, SERVICE A.1 [T]',
    handle: createAccount,
  },
  {
    method: 'GET',
    path: '/v1.0/accounts/:accountId',
    needs: 'token',
    statuses: [200, 401, 403, 404],
    source: 'SERVICE A.1 [T]',
    handle: getAccount,
  },
  {
    method: 'PUT',
    path: '/v1.0/accounts/:accountId',
    needs: 'token',
    statuses: [200, 400, 401, 403, 404],
    source: 'SERVICE A.1 [T]',
    handle: updateAccount,
  },
  {
    method: 'DELETE',
    path: '/v1.0/accounts/:accountId',
    needs: 'token',
    statuses: [200, 401, 403, 404],
    source: 'SERVICE A.1 [T]',
    handle: deleteAccount,
  },
];
