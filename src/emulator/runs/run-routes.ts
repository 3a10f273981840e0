import type { Route } from '../http/route.ts';
import {
  deleteIncidents,
  listCycleIncidents,
  listErrors,
  listWarnings,
} from './incidents/incidents.ts';
import {
  describeTransaction,
  listAccountTransactions,
  listCycleTransactions,
} from './transactions/transactions.ts';
import { acceptWebhook } from './webhooks/webhook.ts';

/** Runs of cycles, and the entry for webhooks. Listed before `/cycles/:cycleId`. */
export const runRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/webhook/:identifier',
    needs: 'nothing',
    reads: 'form',
    statuses: [200, 400, 404],
    source: 'SPEC 6, SERVICE F [C]',
    handle: acceptWebhook,
  },
  {
    method: 'GET',
    path: '/v1.0/cycles/transactions',
    needs: 'account',
    isList: true,
    statuses: [200, 400, 401],
    source: 'SERVICE A.5 [T]',
    handle: listAccountTransactions,
  },
  {
    method: 'GET',
    path: '/v1.0/cycles/incidents/error',
    needs: 'account',
    isList: true,
    statuses: [200, 400, 401],
    source: 'SERVICE A.5 [T]',
    handle: listErrors,
  },
  {
    method: 'GET',
    path: '/v1.0/cycles/incidents/warning',
    needs: 'account',
    isList: true,
    statuses: [200, 400, 401],
    source: 'SERVICE A.5 [T]',
    handle: listWarnings,
  },
  {
    method: 'GET',
    path: '/v1.0/cycles/:cycleId/transactions',
    needs: 'account',
    isList: true,
    statuses: [200, 400, 401, 404],
    source: 'SERVICE A.5 [T][N]',
    handle: listCycleTransactions,
  },
  {
    method: 'GET',
    path: '/v1.0/cycles/:cycleId/transactions/:transactionId',
    needs: 'account',
    statuses: [200, 400, 401, 404],
    source: 'SERVICE A.5 [T][R2]',
    handle: describeTransaction,
  },
  {
    method: 'GET',
    path: '/v1.0/cycles/:cycleId/incidents',
    needs: 'account',
    isList: true,
    statuses: [200, 400, 401, 404],
    source: 'SERVICE A.5 [T]',
    handle: listCycleIncidents,
  },
  {
    method: 'DELETE',
    path: '/v1.0/cycles/:cycleId/incidents',
    needs: 'account',
    statuses: [200, 400, 401, 404],
    source: 'SERVICE A.5 [T]',
    handle: deleteIncidents,
  },
];
