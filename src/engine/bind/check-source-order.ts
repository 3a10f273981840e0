import { formatQuoted } from '../../kit/text/format-name.ts';
import { type FieldPath, toFieldAddress } from '../../model/address.ts';
import type { DesiredCycle, DesiredMappingEntry } from '../../model/desired/desired.ts';
import { type Diagnostic, reportWarning } from '../../model/diagnostic/diagnostic.ts';
import { type CycleShape, findStep, type NamedStep } from '../../model/live/cycle-shape.ts';
import type { LiveEdge } from '../../model/live/live.ts';
import { isLater, listEarlier } from '../../model/live/steps/step-flow.ts';
import { listNamedSources } from '../../model/live/steps/step-sources.ts';

/**
 * Warns of a mapping that takes from a step that does not run before its own. The service lists the
 * fields of earlier steps as sources, and is not known to refuse others.
 */
export function checkSourceOrder(
  entry: Pick<DesiredMappingEntry, 'target' | 'source' | 'at'>,
  {
    cycle,
    shape,
    edges,
    taker,
    path,
  }: {
    readonly cycle: Pick<DesiredCycle, 'address'>;
    readonly shape: CycleShape;
    readonly edges: readonly LiveEdge[];
    readonly taker: NamedStep;
    readonly path: FieldPath;
  },
): Diagnostic | null {
  for (const { step: name } of listNamedSources(entry.source)) {
    const found = findStep(shape, name);
    if (found.kind !== 'one') continue;
    const source = found.item;
    if (!isLater(edges, { source: source.id, taker: taker.id })) continue;
    const labels = listEarlierLabels(shape, edges, taker);
    const where = source === taker ? 'its own step' : `step ${formatQuoted(source.label)}`;
    const because = source === taker ? '' : `, which runs after ${formatQuoted(taker.label)}`;
    return reportWarning('source-later', {
      summary: `"${entry.target}" takes its value from ${where}${because}`,
      at: entry.at,
      address: toFieldAddress(cycle.address, path),
      remedy:
        labels.length === 0
          ? 'No step runs before it: write a value or a variable.'
          : `Take it from a step that runs before: ${labels.map(formatQuoted).join(', ')}.`,
    });
  }
  return null;
}

// In the order of their running, whatever the order of the lists.
function listEarlierLabels(
  { steps }: CycleShape,
  edges: readonly LiveEdge[],
  { id }: NamedStep,
): readonly string[] {
  const earlier = new Set(listEarlier(edges, id));
  return steps
    .filter((step) => earlier.has(step.id))
    .map((step) => ({ label: step.label, place: listEarlier(edges, step.id).length }))
    .toSorted((one, other) => one.place - other.place || (one.label < other.label ? -1 : 1))
    .map(({ label }) => label);
}
