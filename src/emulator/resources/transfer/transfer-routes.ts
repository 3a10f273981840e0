import type { Route } from '../../http/route.ts';
import { exportTemplate } from '../templates/templates.ts';
import { exportCycle, importCycle, importTemplate } from './import-file.ts';

/** Operations that export and import templates and cycles. */
export const transferRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1.0/templates/:templateId/export',
    needs: 'token',
    statuses: [200, 400, 401, 404],
    source: 'SERVICE A.4 [T], E.2 [P]',
    handle: exportTemplate,
  },
  {
    method: 'POST',
    path: '/v1.0/templates/import',
    needs: 'token',
    statuses: [200, 400, 401, 403],
    source: 'SERVICE A.4 [T], E.2 [P]',
    handle: importTemplate,
  },
  {
    method: 'GET',
    path: '/v1.0/cycles/:cycleId/export',
    needs: 'account',
    statuses: [200, 400, 401, 404],
    source: 'SPEC 4.6, SERVICE A.5 [D], E.2 [P]',
    handle: exportCycle,
  },
  {
    method: 'POST',
    path: '/v1.0/cycles/import',
    needs: 'account or none',
    statuses: [200, 400, 401, 403],
    source: 'SPEC 4.6, SERVICE A.5 [D], E.2 [P]',
    handle: importCycle,
  },
];
