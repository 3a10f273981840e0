import type { Route } from '../../http/route.ts';
import { beginConsent } from './begin-consent.ts';
import { finishConsent } from './finish-consent.ts';
import { issueSignInToken } from './sign-in-token.ts';

const browserRoute = {
  path: '/connectorauth/updateaccountconnectoroauth',
  needs: 'nothing',
  reads: 'form',
  hidesQuery: true,
  statuses: [302, 400, 403, 404],
  source: 'SPEC 4.4, SERVICE D [D]',
  handle: beginConsent,
} as const;

export const consentRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1.0/accounts/:accountId/signintoken',
    needs: 'token',
    statuses: [200, 400, 401, 403, 404],
    source: 'SPEC 4.4',
    handle: issueSignInToken,
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
    handle: finishConsent,
  },
];
