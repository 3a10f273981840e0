import type { Address } from '../../model/address.ts';
import type { Refusal } from '../../model/diagnostic/code-stops.ts';
import type { Pair } from '../../model/diff/pair.ts';
import { formatAdoptCommand } from '../../model/report/advice/format-state-command.ts';
import type { SourceSpan } from '../../model/source-span.ts';

/** An ambiguous pair as a diagnostic, with the candidates and the line that settles it; nothing for others. */
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
    {
      code: 'ambiguous',
      severity: 'error',
      summary: `What "${name}" means in the service is not clear: ${candidates}`,
      detail: `It is left alone because ${pair.why}.`,
      at,
      address,
      remedy:
        pair.isToSettle === true
          ? `Delete the wrong one in the console; or say which one it was until now, which binds it, so that it can be replaced: cyclectl state settle ${address} exists ID -e ${environment}`
          : `Where it is none of them, give them names of their own in the console. Else say which one it is: ${formatAdoptCommand({ environment, address }, id)}`,
    },
  ];
}
