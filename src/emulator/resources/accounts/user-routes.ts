import type { Route } from '../../http/route.ts';
import { deleteUser, listUsers, saveUser, updateUser } from './users.ts';

export const userRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1.0/accounts/:accountId/users',
    needs: 'token',
    isList: true,
    statuses: [200, 401, 403, 404],
    source: 'SERVICE A.1 [T]',
    handle: listUsers,
  },
  {
    method: 'PUT',
    path: '/v1.0/accounts/:accountId/users',
    needs: 'token',
    statuses: [200, 400, 401, 403, 404],
    source: 'SERVICE A.1 [T]',
    handle: saveUser,
  },
  {
    method: 'DELETE',
    path: '/v1.0/accounts/:accountId/users',
    needs: 'token',
    statuses: [200, 400, 401, 403, 404],
    source: 'SERVICE A.1 [T]',
    handle: deleteUser,
  },
  {
    method: 'PUT',
    path: '/v1.0/users',
    needs: 'token',
    statuses: [200, 400, 401, 403, 404],
    source: 'SERVICE A.1 [T]',
    handle: updateUser,
  },
];
