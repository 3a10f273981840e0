import type { Route } from '../../http/route.ts';
import {
  createAccount,
  deleteAccount,
  describeAccount,
  listAccounts,
  listSubAccounts,
  updateAccount,
} from './accounts.ts';
import { createToken } from './token.ts';

export const accountRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/oauth/token',
    needs: 'nothing',
    reads: 'form',
    statuses: [200, 400, 401],
    source: 'SERVICE A.0 [T]',
    handle: createToken,
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
    handle: describeAccount,
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
    statuses: [200, 401, 403, 404, 409],
    source: 'SERVICE A.1 [T]',
    handle: deleteAccount,
  },
  {
    method: 'GET',
    path: '/v1.0/accounts/:accountId/subaccounts',
    needs: 'token',
    isList: true,
    statuses: [200, 401, 403, 404],
    source: 'SERVICE A.1 [T]',
    handle: listSubAccounts,
  },
];
