import { readSettings } from '../../console/settings.ts';
import { sendWebhook } from '../../runs/webhooks/send-webhook.ts';
import type { State } from '../../state/state.ts';
import { toServiceTime } from '../../world/clock.ts';
import { findInstalled, writeInstalled } from '../connectors/find-installed.ts';
import { stopCyclesUsing } from '../connectors/installed.ts';
import type { InstalledRow } from '../connectors/installed-row.ts';
import { readReleaseOf } from '../connectors/to-installed-json.ts';
import { deleteExpired } from './refresh-expiry.ts';

/** Expires due refresh tokens and notifies the partner. Run it without an open transaction. */
export function applyRefreshExpiry(state: State): void {
  const { result } = state.store.transact(() => ({
    notifications: expireRefreshTokens(state),
    keep: true,
  }));
  for (const { url, payload } of result.notifications) {
    sendWebhook(state, url, payload);
  }
}

/**
 * De-authenticates connectors whose refresh token ended; the partner gets a POST at the console's
 * address (SPEC 6). A choice decides about the cycles. Returns the notifications to send after the
 * commit.
 */
function expireRefreshTokens(state: State): readonly Notification[] {
  const url = readSettings(state).refreshTokenWebhookUrl;
  return deleteExpired(state).flatMap(({ accountId, accountConnectorId, expiresAtMs }) => {
    const installed = findInstalled(state, accountId, accountConnectorId);
    if (installed === undefined) {
      return [];
    }
    const row = { ...installed, isAuthenticated: false };
    writeInstalled(state, row);
    if (state.choices.refreshExpiryCycles === 'stopped') {
      stopCyclesUsing(state, row);
    }
    return url === null ? [] : [{ url, payload: makePayload(state, row, expiresAtMs) }];
  });
}

/** A webhook to send. */
interface Notification {
  readonly url: string;
  readonly payload: unknown;
}

/**
 * Assumption, because no source has the payload (SERVICE I.14): names of the transaction error
 * webhook (SERVICE F [D]) and of an installed connector.
 */
function makePayload(state: State, row: InstalledRow, expiresAtMs: number): unknown {
  const account = state.accounts.read(row.accountId);
  return {
    Timestamp: toServiceTime(state.clock.nowMs()),
    AccountId: row.accountId,
    AccountExternalId: account?.externalId ?? null,
    AccountName: account?.name ?? null,
    AccountConnectorId: row.id,
    AccountConnectorName: row.name,
    ConnectorName: readReleaseOf(state, row).name,
    RefreshTokenExpiredUtc: toServiceTime(expiresAtMs),
  };
}
