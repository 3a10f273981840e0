import type { BoundCycle, CyclePair } from '../../model/bound.ts';
import { identityTag } from '../../model/identity.ts';
import type { LiveCycle } from '../../model/live.ts';
import { type Known, matchObjects } from './match-objects.ts';

/**
 * Pairs cycles: by record, else by our tag, else by name and template, else by what an interrupted
 * install left behind. A cycle that looks like the rest of a lost install makes a create ambiguous.
 */
export function matchCycles(
  bound: readonly BoundCycle[],
  live: readonly LiveCycle[],
  { memory, ...known }: Known,
): CyclePair[] {
  const names = new Set(bound.map((item) => item.desired.name));
  return matchObjects({
    desired: bound,
    live,
    addressOf: (item) => item.desired.address,
    records: new Map([...memory.objects].filter(([, record]) => record.kind === 'cycle')),
    creates: memory.creates,
    ...known,
    candidatesOf: findCandidates,
    leftoversOf: ({ source }, free, { idsBefore }) =>
      free.filter(
        ({ id, name, templateId }) =>
          templateId === source.id && name === source.name && !idsBefore.includes(id),
      ),
    doubtsOf: (item, unbound) =>
      unbound.filter((candidate) => isLeftover(candidate, item) && !names.has(candidate.name)),
  });
}

function findCandidates(item: BoundCycle, unbound: readonly LiveCycle[]): readonly LiveCycle[] {
  const sameOrigin = unbound.filter((candidate) => candidate.templateId === item.source.id);
  const { key, name, renamedFrom } = item.desired;
  const tagged = (known: string) =>
    sameOrigin.filter((candidate) => candidate.tags.includes(identityTag(known)));
  const named = (known: string) =>
    sameOrigin.filter((candidate) => candidate.name === known && !candidate.tags.some(isOthersTag));
  const earlier = renamedFrom === undefined ? [] : [() => tagged(renamedFrom.key)];
  const earlierNamed = renamedFrom === undefined ? [] : [() => named(renamedFrom.key)];
  for (const find of [() => tagged(key), ...earlier, () => named(name), ...earlierNamed]) {
    const found = find();
    if (found.length > 0) return found;
  }
  return [];
}

// A cycle with the tag of another key is that key's, whatever its name.
function isOthersTag(tag: string): boolean {
  return tag.startsWith(identityTag(''));
}

function isLeftover(candidate: LiveCycle, item: BoundCycle): boolean {
  return (
    candidate.templateId === item.source.id &&
    candidate.name === item.source.name &&
    candidate.status === 'Paused' &&
    !candidate.hasRun &&
    !candidate.tags.some(isOthersTag)
  );
}
