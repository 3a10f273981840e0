import type { Route } from '../http/route.ts';
import { runCallById, runCallByName, runTestCall } from './serve-calls.ts';
import { describeUsage } from './tasks.ts';

const installed = '/v1.0/account/connectors/:accountConnectorId';

/** Restricted by address, as the specification lists (SPEC 5). */
const byId = {
  path: `${installed}/methods/:methodId`,
  needs: 'account',
  statuses: [200, 400, 401, 403, 404],
  source: 'SPEC 4.1, SERVICE A.3 [T]',
  handle: runCallById,
} as const;

const testing = { ...byId, path: `${installed}/test/:methodId`, handle: runTestCall } as const;

export const callRoutes: readonly Route[] = [
  { method: 'POST', ...byId },
  { method: 'GET', reads: 'nothing', ...byId },
  {
    method: 'POST',
    path: `${installed}/methods/:methodId/body`,
    needs: 'account',
    statuses: [200, 400, 401, 404],
    source: 'SPEC 4.1',
    handle: runCallByName,
  },
  { method: 'POST', ...testing },
  { method: 'GET', reads: 'nothing', ...testing },
  {
    method: 'GET',
    path: '/v1.0/accounts/:accountId/usage',
    needs: 'token',
    statuses: [200, 401, 403, 404],
    source: 'SERVICE A.1 [T]',
    handle: describeUsage,
  },
];
