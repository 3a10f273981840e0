import { count } from '../../../kit/text/text-layout.ts';
import type { Unobserved } from '../../../model/plan/plan.ts';

/** The operations that each missing part of the service would allow. */
const partNames = {
  accounts: 'reading accounts',
  connectors: 'listing installed connectors',
  templates: 'listing templates',
  cycles: 'pausing cycles',
} as const;

/** The counts of a plan, a drift report, or an account of one. */
type Counts = Unobserved & { readonly withoutBaseline?: number; readonly uncompared?: number };

/** Phrases about what was not compared; a list is empty if there is nothing of its kind. */
type NotCompared = {
  /** Parts that the service does not offer. */
  readonly notOffered: readonly string[];
  /** The number of managed fields that the service hides. */
  readonly notShown: readonly string[];
  /** The numbers of objects and values without a baseline to compare with. */
  readonly withoutBaseline: readonly string[];
};

/** Lists what was not compared, in the words of every report. */
export function listNotCompared({
  notOffered,
  notReadable,
  withoutBaseline = 0,
  uncompared = 0,
}: Counts): NotCompared {
  const parts = notOffered.map((part) => partNames[part]).join(', ');
  const are = notReadable === 1 ? 'is' : 'are';
  return {
    notOffered: parts === '' ? [] : [`the service does not offer ${parts}`],
    notShown: listCounted(
      notReadable,
      'value',
      `${are} not shown by the service and assumed to be as last written`,
    ),
    withoutBaseline: [
      ...listCounted(
        withoutBaseline,
        'object',
        'without a baseline, so that unmanaged changes are unknown; the next apply records it',
      ),
      ...listCounted(uncompared, 'value', 'could not be compared with the baseline'),
    ],
  };
}

function listCounted(number: number, noun: string, says: string): string[] {
  return number === 0 ? [] : [`${count(number, noun)} ${says}`];
}
