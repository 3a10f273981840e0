import { type Address, toFieldAddress } from '../../address.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { FieldDiff } from '../../diff/field-diff.ts';
import { toShownDesired, toShownLive } from '../../fields/to-shown-value.ts';

/** Reports a field where the service has another value than it was sent, with both. */
export function reportKept(object: Address, field: FieldDiff): Diagnostic {
  const address = toFieldAddress(object, field.path);
  const found = { code: 'kept-another-value', severity: 'error', at: field.desired.at } as const;
  const values = { sent: toShownDesired(field.desired.value), kept: toShownLive(field) };
  if (field.path === 'state') {
    const summary = `${address}: the service reported success but the cycle is not in the requested state`;
    const remedy =
      'Apply again; if it fails again, check in the console why the cycle stays as it is.';
    return { ...found, summary, values, address, remedy };
  }
  const areKnown = values.sent.kind === 'plain' && values.kept.kind === 'plain';
  return {
    ...found,
    summary: `${address}: the service reported success but did not keep the sent value`,
    ...(areKnown ? { values } : {}),
    address,
    remedy: 'Write the value that the service keeps, or ask its operator why it rejects yours.',
  };
}
