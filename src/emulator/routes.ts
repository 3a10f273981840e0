import { accountRoutes } from './accounts/account-routes.ts';
import { catalogueRoutes } from './catalogue/catalogue-routes.ts';
import { installedRoutes } from './connectors/installed-routes.ts';
import type { Route } from './door/route.ts';

/** Every operation of the service that exists here. */
export const routes: readonly Route[] = [...accountRoutes, ...catalogueRoutes, ...installedRoutes];
