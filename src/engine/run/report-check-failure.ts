import type { Address } from '../../model/address.ts';
import { type ApiFailure, findStatus } from '../../model/diagnostic/api-failure.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { ConnectorMethod } from '../../model/live/method.ts';
import type { DesiredCheck } from '../../model/manifest/check.ts';
import { formatCommandAt } from '../../model/report/advice/format-command-at.ts';

/** What was checked, as people wrote it. */
export type CheckedMethod = {
  readonly address: Address;
  readonly environment: string;
  readonly check: DesiredCheck;
  readonly method: ConnectorMethod;
  /** Whether a person signs the connector in. */
  readonly isOauth: boolean;
};

/**
 * Why a check did not pass: address, method, status, what to do. Of what was answered nothing is said but
 * its status, for a message may hold a customer's data as well as an answer does.
 */
export function reportCheckFailure(checked: CheckedMethod, failure: ApiFailure): Diagnostic {
  return {
    code: 'check-failed',
    severity: 'error',
    summary: `${checked.address}: the check "${checked.check.method}" failed: ${formatStatus(failure)}`,
    address: checked.address,
    at: checked.check.at,
    remedy: suggestRemedy(checked, failure),
  };
}

/** A success of another kind than the manifest expects. */
export function reportUnexpectedStatus(
  { address, check }: Pick<CheckedMethod, 'address' | 'check'>,
  status: number,
): Diagnostic {
  return {
    code: 'check-failed',
    severity: 'error',
    summary: `${address}: the check "${check.method}" was answered with ${status} and not with ${check.status}`,
    address,
    at: check.at,
    remedy: 'Look what the method answers with cyclectl call, or correct expect.status.',
  };
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
    ? `sign it in again: ${formatCommandAt('cyclectl consent', address, { environment })}`
    : 'write a credential that works where its auth refers to, and apply.';
  switch (failure.kind) {
    case 'rejected': {
      const missing = failure.item === undefined ? null : nameMissing(method, failure.item);
      if (missing !== null) return missing;
      return `If its credential is dead or may not do this, ${signIn}`;
    }
    case 'forbidden':
      return `The service takes calls only from addresses that its operator has approved; if this one is, the credential may not do this: ${signIn}`;
    case 'not-found':
      return 'The connector, the method or what it reads is gone; look at the connector in the console.';
    case 'rate-limited':
      return 'Too many requests; it was not repeated. Run cyclectl verify later.';
    case 'unauthorized':
      return `If its credential is dead, ${signIn}`;
    default:
      return `The third party or the service did not answer; run cyclectl verify again, and if it stays so, ${signIn}`;
  }
}

/** A name of the catalogue; the answer's own words are not repeated. */
function nameMissing(
  { parameters, fields }: ConnectorMethod,
  missing: { readonly id: string | null; readonly name: string | null },
): string | null {
  const isIt = (each: { readonly id: string; readonly name: string }) =>
    each.id === missing.id || each.name === missing.name;
  const parameter = parameters.find(isIt);
  if (parameter !== undefined) {
    return `The method wants a value: write parameters: {${parameter.name}: …} beside it.`;
  }
  const field = fields.find(isIt);
  if (field === undefined) return null;
  return `The method wants a body with ${field.name}, which a check does not send: choose one that only reads.`;
}
