import type { Address } from '../../../model/address.ts';
import {
  type ApiFailure,
  formatFailure,
  type RefusedItem,
} from '../../../model/diagnostic/api-failure.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { type ConnectorMethod, isMergeField } from '../../../model/live/method.ts';
import { formatFlag } from '../../../model/live/method-call.ts';
import { formatCommandAt } from '../../../model/report/advice/format-command-at.ts';

/** What was called, as people wrote it. */
export type CalledMethod = {
  readonly address: Address;
  readonly environment: string;
  readonly method: ConnectorMethod;
  /** Whether the service says that somebody has signed the connector in. */
  readonly isAuthenticated: boolean;
  /** Whether a person does that. */
  readonly isOauth: boolean;
};

/** Why a call did not succeed, with what a person does next: the flag to add, whom to ask, where to look. */
export function reportCallFailure(called: CalledMethod, failure: ApiFailure): Diagnostic {
  const { address, method } = called;
  const base = { severity: 'error', address } as const;
  const name = `"${method.name}"`;
  const says = failure.message === '' ? '' : `: ${failure.message}`;
  switch (failure.kind) {
    case 'rejected': {
      const missing = failure.item === undefined ? null : describeItem(method, failure.item);
      return {
        ...base,
        code: 'call-refused',
        summary: `${name} was refused with ${failure.status}${says}`,
        ...(missing ?? describeSignIn(called)),
      };
    }
    case 'forbidden':
      return {
        ...base,
        code: 'caller-not-approved',
        summary: `${name} was refused with 403${says}`,
        remedy:
          "Calls are taken only from addresses that the operator of the service has approved: ask the operator's support to approve the one that you call from. Native connectors can be called from anywhere.",
      };
    case 'not-found':
      return {
        ...base,
        code: 'call-failed',
        summary: `404: the service or the third party did not find what ${name} names${says}`,
        remedy: `The service answered that on ${failure.request.path}; the connector or the method may be gone, or the third party has no such record.`,
      };
    case 'outcome-unknown':
      return {
        ...base,
        code: 'call-unknown',
        summary: `What became of ${name} is not known${says}`,
        remedy:
          'The third party may have done it, and it was not repeated: look there before you call again.',
      };
    case 'rate-limited':
      return {
        ...base,
        code: 'call-failed',
        summary: `${name} was refused with 429, too many requests${says}`,
        remedy: 'It was not repeated; call again later.',
      };
    default:
      return { ...base, code: 'call-failed', summary: `${name}: ${formatFailure(failure)}` };
  }
}

/** A connector that nobody has signed in is the first thing to look at. */
function describeSignIn(called: CalledMethod): Pick<Diagnostic, 'remedy'> {
  const { address, environment, isAuthenticated, isOauth } = called;
  if (isAuthenticated) return {};
  return {
    remedy: isOauth
      ? `The connector is not signed in: ${formatCommandAt('cyclectl consent', address, { environment })}`
      : 'The connector is not authenticated: give it auth in the manifest, and apply.',
  };
}

function describeItem(
  method: ConnectorMethod,
  item: RefusedItem,
): Pick<Diagnostic, 'remedy'> | null {
  const isIt = (each: { readonly id: string; readonly name: string }) =>
    each.id === item.id || each.name === item.name;
  const parameter = method.parameters.find(isIt);
  const name = parameter?.name ?? method.fields.find(isIt)?.name ?? item.name;
  if (name === null) return null;
  const flag = parameter === undefined ? 'field' : isMergeField(parameter) ? 'merge' : 'param';
  return { remedy: `Add ${formatFlag(flag, name)}` };
}
