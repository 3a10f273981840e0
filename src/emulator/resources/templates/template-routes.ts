import type { Route } from '../../http/route.ts';
import { createFromTemplate } from './create-from-template.ts';
import { describeTemplate, listTemplates, listUpgradeable } from './templates.ts';

/** Operations on templates. */
export const templateRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1.0/templates',
    needs: 'token',
    isList: true,
    statuses: [200, 401],
    source: 'SERVICE A.4 [T]',
    handle: listTemplates,
  },
  {
    method: 'GET',
    path: '/v1.0/templates/:templateId',
    needs: 'token',
    statuses: [200, 400, 401, 404],
    source: 'SERVICE A.4 [T]',
    handle: describeTemplate,
  },
  {
    method: 'POST',
    path: '/v1.0/templates/:templateId/install',
    needs: 'account',
    statuses: [200, 400, 401, 404],
    source: 'SPEC 4.6, SERVICE A.4 [T]',
    handle: createFromTemplate,
  },
  {
    method: 'GET',
    path: '/v1.0/cycles/upgradeable',
    needs: 'account',
    isList: true,
    statuses: [200, 401],
    source: 'SERVICE A.5 [T]',
    handle: listUpgradeable,
  },
];
