import type { Call, DeferredReply } from '../../http/call.ts';
import type { Reply } from '../../http/reply.ts';
import type { State } from '../../state/state.ts';
import { findInstalled, writeInstalled } from '../connectors/find-installed.ts';
import type { InstalledRow } from '../connectors/installed-row.ts';
import { readReleaseOf } from '../connectors/to-installed-json.ts';
import { formatCredential, type OauthCredential } from './credential.ts';
import { readOauthClient } from './oauth-client.ts';
import { makeMessagePage, makePage, makeRedirect, PageRefusal } from './pages.ts';
import { sendTokenRequest } from './send-token-request.ts';
import { acceptConsent, type ConsentRow } from './start-consent.ts';

/**
 * `/connectorauth/callback`: trades the code of the third party for tokens, saves them, then
 * redirects the browser to targetOrigin or posts the callback message (SPEC 4.4, 6). The state is
 * valid once, even for a failure.
 */
export function acceptConsentCallback(call: Call): Reply | DeferredReply {
  const { state, query } = call;
  const consent = acceptConsent(state, query.get('state') ?? '');
  if (consent === undefined) {
    throw new PageRefusal(400, 'This sign-in is not known, was ended before, or took too long.');
  }
  const installed = readConsented(state, consent);
  const code = query.get('code') ?? '';
  if (code === '') {
    return makeRefusalPage(state, consent);
  }
  const client = readOauthClient(readReleaseOf(state, installed), installed);
  const grant = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: consent.redirectUri,
  } as const;
  return {
    run: async () => {
      const nowMs = state.clock.nowMs();
      const answered = await sendTokenRequest(state.outside, client, { grant, nowMs });
      return (later) =>
        answered.kind === 'granted'
          ? complete(later, consent, answered.credential)
          : makePage(502, { title: 'This did not work', text: answered.reason });
    },
  };
}

/** Saves tokens as the credential of a connector, and authenticates it. */
export function saveTokens(
  state: State,
  installed: InstalledRow,
  credential: OauthCredential,
): InstalledRow {
  const row = { ...installed, authValue: formatCredential(credential), isAuthenticated: true };
  writeInstalled(state, row);
  return row;
}

function complete(state: State, consent: ConsentRow, credential: OauthCredential): Reply {
  saveTokens(state, readConsented(state, consent), credential);
  const { callbackMessage: message, targetOrigin } = consent;
  return message === '' ? makeRedirect(targetOrigin) : makeMessagePage({ message, targetOrigin });
}

/**
 * Page after a refusal by the person or the third party, without changes. A choice decides about
 * the page.
 */
function makeRefusalPage(state: State, { targetOrigin }: ConsentRow): Reply {
  return state.choices.consentRefused === 'returned'
    ? makeRedirect(targetOrigin)
    : makePage(403, { title: 'Not signed in', text: 'The sign-in was refused.' });
}

/** The connector may be deleted by now. */
function readConsented(state: State, consent: ConsentRow): InstalledRow {
  const installed = findInstalled(state, consent.accountId, consent.accountConnectorId);
  if (installed === undefined) {
    throw new PageRefusal(404, 'The account has no connector with this id any more.');
  }
  return installed;
}
