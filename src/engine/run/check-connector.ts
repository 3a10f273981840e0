import type { DesiredConnector } from '../../model/desired/desired.ts';
import { findStatus, formatFailure } from '../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { RemoteId } from '../../model/live/live.ts';
import type { CheckedConnector, CheckResult, DesiredCheck } from '../../model/manifest/check.ts';
import type { MethodCaller } from '../../model/ports.ts';
import { bindCheck } from '../bind/calls/bind-check.ts';
import { findMethod, type InstalledRelease, toMethodSource } from '../bind/calls/find-method.ts';
import type { MethodReader } from '../live/open-method-reader.ts';
import { reportCheckFailure, reportUnexpectedStatus } from './report-check-failure.ts';

/** Ports of health checks. */
export type Checking = {
  /** Null: no third party is called, and a check has no result. */
  readonly caller: MethodCaller | null;
  readonly readMethods: MethodReader;
  /** Name of the environment, for the commands in messages. */
  readonly environment: string;
};

/** An installed connector and its checks. */
export type CheckTarget = {
  readonly account: RemoteId;
  readonly connector: RemoteId;
  readonly release: InstalledRelease;
  readonly desired: DesiredConnector;
  readonly isAuthenticated: boolean;
};

/**
 * Runs the checks of a connector one after the other, each sent once. Skips a connector that waits
 * for a sign-in, because the check would fail.
 */
export async function checkConnector(
  checking: Checking,
  target: CheckTarget,
): Promise<CheckedConnector> {
  const { address, auth, checks } = target.desired;
  if (auth.kind === 'oauth' && !target.isAuthenticated) {
    return { address, kind: 'waits', user: auth.user };
  }
  const results: CheckResult[] = [];
  for (const check of checks) results.push(await makeCheck(checking, target, check));
  return { address, kind: 'checked', results };
}

async function makeCheck(
  checking: Checking,
  target: CheckTarget,
  check: DesiredCheck,
): Promise<CheckResult> {
  const { desired, release, account, connector } = target;
  const { address } = desired;
  const notMade = (diagnostics: readonly Diagnostic[]): CheckResult => ({
    method: check.method,
    result: 'not-made',
    status: null,
    diagnostics: diagnostics.map((item) => ({
      at: check.at,
      ...item,
      summary: `${address}: ${item.summary}`,
      address,
    })),
  });
  const methods = await checking.readMethods(toMethodSource(check.method, release), account);
  if (!methods.ok) {
    const summary = `cannot read the methods: ${formatFailure(methods.failure)}`;
    return notMade([reportError('check-unread', { summary })]);
  }
  const chosen = findMethod(check.method, release, methods.value);
  if ('refused' in chosen) return notMade([chosen.refused]);
  const { method } = chosen;
  const bound = bindCheck(check, { account, connector, method });
  if ('refused' in bound) return notMade(bound.refused);
  const { environment } = checking;
  const isOauth = desired.auth.kind === 'oauth';
  if (checking.caller === null) return notMade([]);
  const answered = await checking.caller.callMethod(bound.call);
  const status = answered.ok ? answered.value.status : findStatus(answered.failure);
  const diagnostic = answered.ok
    ? checkStatus(target, check, answered.value.status)
    : reportCheckFailure({ address, environment, check, method, isOauth }, answered.failure);
  const diagnostics = diagnostic === null ? [] : [diagnostic];
  const result = diagnostic === null ? 'passed' : 'failed';
  return { method: check.method, result, status, diagnostics };
}

function checkStatus(
  { desired }: CheckTarget,
  check: DesiredCheck,
  status: number,
): Diagnostic | null {
  if (check.status === null || check.status === status) return null;
  return reportUnexpectedStatus({ address: desired.address, check }, status);
}
