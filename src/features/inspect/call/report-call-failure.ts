import type { Address } from '../../../model/address.ts';
import {
  type ApiFailure,
  formatFailure,
  type RefusedItem,
} from '../../../model/diagnostic/api-failure.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { type ConnectorMethod, isMergeField } from '../../../model/live/method.ts';
import { formatFlag } from '../../../model/live/method-call.ts';
import { formatCommandAt } from '../../../model/report/advice/commands.ts';

/** Called method, as typed. */
export type CalledMethod = {
  readonly address: Address;
  readonly environment: string;
  readonly method: ConnectorMethod;
  /** True when the service reports the connector as signed in. */
  readonly isAuthenticated: boolean;
  /** True when a person signs it in. */
  readonly isOauth: boolean;
};

/** Explains a failed call, with the next step: the flag to add, whom to ask, where to look. */
export function reportCallFailure(called: CalledMethod, failure: ApiFailure): Diagnostic {
  const { address, method } = called;
  const base = { severity: 'error', address } as const;
  const name = `"${method.name}"`;
  const text = failure.message === '' ? '' : `: ${failure.message}`;
  switch (failure.kind) {
    case 'rejected': {
      const missing = failure.item === undefined ? null : describeItem(method, failure.item);
      return {
        ...base,
        code: 'call-refused',
        summary: `${name} was refused with ${failure.status}${text}`,
        ...(missing ?? describeSignIn(called)),
      };
    }
    case 'forbidden':
      return {
        ...base,
        code: 'caller-not-approved',
        summary: `${name} was refused with 403${text}`,
        remedy:
          "The service accepts calls only from addresses that its operator has approved. Ask the operator's support to approve yours. Native connectors accept calls from anywhere.",
      };
    case 'not-found':
      return {
        ...base,
        code: 'call-failed',
        summary: `404: the service or the third party found no target for ${name}${text}`,
        remedy: `The service answered 404 on ${failure.request.path}. The connector or method may be gone, or the third party has no such record.`,
      };
    case 'outcome-unknown':
      return {
        ...base,
        code: 'call-unknown',
        summary: `The result of ${name} is unknown${text}`,
        remedy:
          'The third party may have executed the call; cyclectl did not repeat it. Check there before you call again.',
      };
    case 'rate-limited':
      return {
        ...base,
        code: 'call-failed',
        summary: `${name} was refused with 429, too many requests${text}`,
        remedy: 'cyclectl did not repeat it; call again later.',
      };
    default:
      return { ...base, code: 'call-failed', summary: `${name}: ${formatFailure(failure)}` };
  }
}

/** Points to the sign-in first, because a connector without it fails every call. */
function describeSignIn(called: CalledMethod): Pick<Diagnostic, 'remedy'> {
  const { address, environment, isAuthenticated, isOauth } = called;
  if (isAuthenticated) return {};
  return {
    remedy: isOauth
      ? `The connector is not signed in. Run ${formatCommandAt('consent', address, { environment })}`
      : 'The connector is not authenticated. Add auth to it in the manifest, and apply.',
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
