import type { Address } from '../../model/address.ts';
import { type Refusal, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { Pair } from '../../model/diff/pair.ts';
import { formatAdoptCommand } from '../../model/report/advice/commands.ts';
import type { SourceSpan } from '../../model/source-span.ts';

/**
 * Reports an ambiguous pair with its candidates and the command that resolves it; nothing for other
 * pairs.
 */
export function reportAmbiguous<D, L>(
  pair: Pair<D, L>,
  environment: string,
  pick: (desired: D) => {
    readonly address: Address;
    readonly name: string;
    readonly at: SourceSpan;
  },
): (Refusal & { readonly address: Address })[] {
  if (pair.kind !== 'ambiguous') return [];
  const { address, name, at } = pick(pair.desired);
  const [only, second] = pair.candidates;
  const id = only === undefined || second !== undefined ? null : only.id;
  const candidates = pair.candidates.map((item) => `"${item.name}" (${item.id})`).join(', ');
  return [
    reportError('ambiguous', {
      summary: `"${name}" is ambiguous in the service: ${candidates}`,
      detail: `It is not changed because ${pair.why}.`,
      at,
      address,
      remedy:
        pair.isToSettle === true
          ? `Delete the wrong one in the console; or bind the earlier one, so that it can be replaced: cyclectl state settle ${address} exists ID -e ${environment}`
          : `If it is none of them, give them other names in the console. Otherwise choose one: ${formatAdoptCommand({ environment, address }, id)}`,
    }),
  ];
}
