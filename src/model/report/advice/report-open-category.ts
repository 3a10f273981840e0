import type { Address } from '../../address.ts';
import type { Refusal } from '../../diagnostic/code-stops.ts';
import { formatStateCommand } from './format-state-command.ts';

/** Reports a custom category whose create has an unknown outcome, with the manual action. */
export function reportOpenCategory(address: Address, environment: string): Refusal {
  return {
    code: 'category-open',
    severity: 'error',
    summary: `It is unknown if ${address} was created: the response was lost, and the service does not list custom categories`,
    address,
    remedy: `Check the console, then record the result: ${formatStateCommand('settle', { environment, address })} exists ID, or absent.`,
  };
}
