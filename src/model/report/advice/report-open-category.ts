import type { Address } from '../../address.ts';
import type { Refusal } from '../../diagnostic/code-stops.ts';
import { formatStateCommand } from './format-state-command.ts';

/** Says of a custom category whose making was begun and whose answer was lost what a person has to do. */
export function reportOpenCategory(address: Address, environment: string): Refusal {
  return {
    code: 'category-open',
    severity: 'error',
    summary: `Whether ${address} was made is not known: the answer was lost, and nothing lists custom categories`,
    address,
    remedy: `Look in the console, then say what you found: ${formatStateCommand('settle', { environment, address })} exists ID, or absent.`,
  };
}
