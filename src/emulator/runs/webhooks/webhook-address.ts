import type { State } from '../../state/state.ts';
import { toDerivedHex } from '../../world/derived-id.ts';

// The address of a webhook is fixed for a step, and another step has another one (SERVICE F [C]). Its
// identifier is the id of the step in another form, so that nothing needs to be kept, and that one
// who knows a step by the API does not know its address.

/** What a step's address ends with. */
export function toWebhookIdentifier(state: State, stepId: string): string {
  return mix(state, stepId.replaceAll('-', ''));
}

/** The path that data is posted to, to start a transaction at a step. */
export function toWebhookPath(state: State, stepId: string): string {
  return `/api/webhook/${toWebhookIdentifier(state, stepId)}`;
}

/** The step that an identifier is of, or would be. */
export function toStepId(state: State, identifier: string): string | undefined {
  if (!/^[0-9a-f]{32}$/i.test(identifier)) {
    return undefined;
  }
  const hex = mix(state, identifier.toLowerCase());
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}

/** Its own inverse. */
function mix({ seed }: State, hex: string): string {
  const mask = Buffer.from(toDerivedHex(seed, ['webhook']), 'hex');
  const bytes = Buffer.from(hex, 'hex').map((byte, index) => byte ^ (mask[index] ?? 0));
  return Buffer.from(bytes).toString('hex');
}
