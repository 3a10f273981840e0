import type { Route } from '../../http/route.ts';
import { acceptConsentCallback } from './accept-consent-callback.ts';
import { createSignInToken } from './sign-in-token.ts';
import { startConsent } from './start-consent.ts';

const browserRoute = {
  path: '/connectorauth/updateaccountconnectoroauth',
  needs: 'nothing',
  reads: 'form',
  hidesQuery: true,
  statuses: [302, 400, 403, 404],
  source: 'SPEC 4.4, SERVICE D [D]',
  handle: startConsent,
} as const;

export const consentRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1.0/accounts/:accountId/signintoken',
    needs: 'token',
    statuses: [200, 400, 401, 403, 404],
    source: 'SPEC 4.4',
    handle: createSignInToken,
  },
  { method: 'GET', ...browserRoute },
  { method: 'POST', ...browserRoute },
  {
    method: 'GET',
    path: '/connectorauth/callback',
    needs: 'nothing',
    reads: 'form',
    hidesQuery: true,
    statuses: [200, 302, 400, 403, 404, 502],
    source: 'SPEC 4.4',
    handle: acceptConsentCallback,
  },
];
