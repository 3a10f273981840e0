import type { State } from '../../state/state.ts';
import { toDerivedHex } from '../../world/derived-id.ts';

// A step has a fixed webhook address, different for each step (SERVICE F [C]). Its identifier
// encodes the step id, so that nothing is stored and the API does not reveal the address.

/** Last part of a step's address. */
export function toWebhookIdentifier(state: State, stepId: string): string {
  return mix(state, stepId.replaceAll('-', ''));
}

/** Path for data that starts a transaction at a step. */
export function toWebhookPath(state: State, stepId: string): string {
  return `/api/webhook/${toWebhookIdentifier(state, stepId)}`;
}

/** Step id of an identifier, even of an unknown one. */
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
