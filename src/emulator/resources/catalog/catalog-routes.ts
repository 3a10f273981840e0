import type { Route } from '../../http/route.ts';
import {
  describeConnector,
  describeConnectorVersion,
  listConnectors,
  listMethods,
  listMethodsOfVersion,
} from './connectors.ts';

export const catalogRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1.0/connectors',
    needs: 'catalog',
    isList: true,
    statuses: [200, 401],
    source: 'SPEC 4.2, SERVICE A.2 [T]',
    handle: listConnectors,
  },
  {
    method: 'GET',
    path: '/v1.0/connectors/:connector',
    needs: 'catalog',
    statuses: [200, 401, 404],
    source: 'SERVICE A.2 [T]',
    handle: describeConnector,
  },
  {
    method: 'GET',
    path: '/v1.0/connectors/:connector/methods',
    needs: 'catalog',
    statuses: [200, 401, 404],
    source: 'SPEC 4.2',
    handle: listMethods,
  },
  {
    method: 'GET',
    path: '/v1.0/connectors/:connector/:version',
    needs: 'catalog',
    statuses: [200, 401],
    source: 'SERVICE A.2 [T]',
    handle: describeConnectorVersion,
  },
  {
    method: 'GET',
    path: '/v1.0/connectors/:connector/:version/methods',
    needs: 'catalog',
    statuses: [200, 401, 404],
    source: 'SPEC 4.2',
    handle: listMethodsOfVersion,
  },
];
