import { accountRoutes } from './accounts/account-routes.ts';
import { userRoutes } from './accounts/user-routes.ts';
import { callRoutes } from './calls/call-routes.ts';
import { catalogueRoutes } from './catalogue/catalogue-routes.ts';
import { installedRoutes } from './connectors/installed-routes.ts';
import { consentRoutes } from './consent/consent-routes.ts';
import { cycleRoutes } from './cycles/cycle-routes.ts';
import type { Route } from './door/route.ts';
import { runRoutes } from './runs/run-routes.ts';
import { stepRoutes } from './steps/step-routes.ts';
import { templateRoutes } from './templates/template-routes.ts';
import { transferRoutes } from './transfer/transfer-routes.ts';

/** Every operation of the service that exists here. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  ...userRoutes,
  ...catalogueRoutes,
  ...callRoutes,
  ...installedRoutes,
  ...consentRoutes,
  ...templateRoutes,
  ...transferRoutes,
  ...runRoutes,
  ...cycleRoutes,
  ...stepRoutes,
];
