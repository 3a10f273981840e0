import type { Address } from '../../model/address.ts';
import { type ApiFailure, findStatus } from '../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { ConnectorMethod } from '../../model/live/method.ts';
import type { DesiredCheck } from '../../model/manifest/check.ts';
import { formatCommandAt } from '../../model/report/advice/commands.ts';

/** A check, as the manifest has it. */
export type CheckedMethod = {
  readonly address: Address;
  readonly environment: string;
  readonly check: DesiredCheck;
  readonly method: ConnectorMethod;
  /** True if a person signs the connector in. */
  readonly isOauth: boolean;
};

/**
 * Reports a failed check: address, method, status, remedy. Shows only the status of the answer,
 * because even its message may hold a customer's data.
 */
export function reportCheckFailure(checked: CheckedMethod, failure: ApiFailure): Diagnostic {
  return reportError('check-failed', {
    summary: `${checked.address}: the check "${checked.check.method}" failed: ${formatStatus(failure)}`,
    address: checked.address,
    at: checked.check.at,
    remedy: suggestRemedy(checked, failure),
  });
}

/** Reports a success with another status than the manifest expects. */
export function reportUnexpectedStatus(
  { address, check }: Pick<CheckedMethod, 'address' | 'check'>,
  status: number,
): Diagnostic {
  return reportError('check-failed', {
    summary: `${address}: the check "${check.method}" returned ${status}, not ${check.status}`,
    address,
    at: check.at,
    remedy: 'Run the method with cyclectl call to see its answer, or correct expect.status.',
  });
}

function formatStatus(failure: ApiFailure): string {
  const status = findStatus(failure);
  if (failure.kind === 'unexpected-shape') return 'the answer could not be read';
  return status === null ? 'no answer came in time' : `the answer was ${status}`;
}

function suggestRemedy(
  { address, environment, isOauth, method }: CheckedMethod,
  failure: ApiFailure,
) {
  const signIn = isOauth
    ? `sign it in again: ${formatCommandAt('consent', address, { environment })}`
    : 'store a valid credential where its auth refers to, and apply.';
  switch (failure.kind) {
    case 'rejected': {
      const missing = failure.item === undefined ? null : nameMissing(method, failure.item);
      if (missing !== null) return missing;
      return `If its credential is invalid or lacks the permission, ${signIn}`;
    }
    case 'forbidden':
      return `The service accepts calls only from approved addresses; if this one is approved, the credential lacks the permission: ${signIn}`;
    case 'not-found':
      return 'The connector, the method or its data is gone; check the connector in the console.';
    case 'rate-limited':
      return 'Too many requests, and it was not repeated. Run cyclectl verify later.';
    case 'unauthorized':
      return `If its credential is invalid, ${signIn}`;
    default:
      return `The third party or the service did not answer; run cyclectl verify again, and if it fails again, ${signIn}`;
  }
}

/** Uses a name of the catalog instead of the answer's own words. */
function nameMissing(
  { parameters, fields }: ConnectorMethod,
  missing: { readonly id: string | null; readonly name: string | null },
): string | null {
  const isIt = (each: { readonly id: string; readonly name: string }) =>
    each.id === missing.id || each.name === missing.name;
  const parameter = parameters.find(isIt);
  if (parameter !== undefined) {
    return `The method needs a value: write parameters: {${parameter.name}: …} beside it.`;
  }
  const field = fields.find(isIt);
  if (field === undefined) return null;
  return `The method needs a body with ${field.name}, which a check does not send: choose one that only reads.`;
}
