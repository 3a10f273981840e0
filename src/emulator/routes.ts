import { callRoutes } from './calls/call-routes.ts';
import type { Route } from './http/route.ts';
import { accountRoutes } from './resources/accounts/account-routes.ts';
import { userRoutes } from './resources/accounts/user-routes.ts';
import { catalogRoutes } from './resources/catalog/catalog-routes.ts';
import { installedRoutes } from './resources/connectors/installed-routes.ts';
import { consentRoutes } from './resources/consent/consent-routes.ts';
import { cycleRoutes } from './resources/cycles/cycle-routes.ts';
import { stepRoutes } from './resources/steps/step-routes.ts';
import { templateRoutes } from './resources/templates/template-routes.ts';
import { transferRoutes } from './resources/transfer/transfer-routes.ts';
import { runRoutes } from './runs/run-routes.ts';

/** All operations of the emulator. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  ...userRoutes,
  ...catalogRoutes,
  ...callRoutes,
  ...installedRoutes,
  ...consentRoutes,
  ...templateRoutes,
  ...transferRoutes,
  ...runRoutes,
  ...cycleRoutes,
  ...stepRoutes,
];
