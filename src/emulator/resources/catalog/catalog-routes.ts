import type { Route } from '../../http/route.ts';
import {
  getConnector,
  getConnectorVersion,
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
    handle: getConnector,
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
    handle: getConnectorVersion,
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
