import { type Answer, isMissing } from '../model/api-failure.ts';
import type { CyclePair } from '../model/bound.ts';
import type { DesiredAccount } from '../model/desired.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { LiveAccount, TemplateShape } from '../model/live.ts';
import type { ServiceReader } from '../model/ports.ts';
import type { CycleReading, Shelf } from '../model/reading.ts';
import { type BindingSight, isLeftUnbound } from '../stages/bind/is-left-unbound.ts';
import { nameCycle } from '../stages/bind/name-cycle.ts';
import type { CycleEntry } from '../stages/diff/diff-cycles.ts';
import { readCycle } from '../stages/live/read-cycle.ts';

/**
 * Reads of each wanted cycle what its manifest manages and gives its names the ids of this instance,
 * or of its template where it does not exist yet.
 */
export async function nameCycles(
  reader: ServiceReader,
  asked: {
    readonly desired: DesiredAccount;
    readonly account: LiveAccount | null;
    readonly pairs: readonly CyclePair[];
    readonly shelf: Shelf;
    readonly binding: BindingSight;
  },
): Promise<
  Answer<{ readonly entries: readonly CycleEntry[]; readonly diagnostics: readonly Diagnostic[] }>
> {
  const connectors =
    asked.desired.connectors.kind === 'set' ? asked.desired.connectors.value : new Map();
  const wanted = asked.pairs.filter((pair) => pair.kind === 'both' || pair.kind === 'desired-only');
  const answers = await Promise.all(
    wanted.map(async (pair) => {
      const isUnbound = isLeftUnbound(pair, asked.binding);
      const read = await readNames(reader, { ...asked, pair, isUnbound });
      return { pair, isUnbound, read };
    }),
  );
  const entries: CycleEntry[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { pair, isUnbound, read } of answers) {
    if (!read.ok) return read;
    const { reading, template } = read.value;
    const result = nameCycle(pair.desired, {
      instance: reading?.shape ?? null,
      template,
      connectors,
      isUnbound,
      releases: asked.shelf.releases,
    });
    diagnostics.push(...result.diagnostics);
    entries.push({ pair, named: result.named, reading });
  }
  return { ok: true, value: { entries, diagnostics } };
}

type Names = { readonly reading: CycleReading | null; readonly template: TemplateShape | null };

// The template's export tells the names of a cycle that is not there yet, and which steps share a slot.
async function readNames(
  reader: ServiceReader,
  asked: {
    readonly account: LiveAccount | null;
    readonly pair: Extract<CyclePair, { readonly kind: 'both' | 'desired-only' }>;
    readonly shelf: Shelf;
    readonly isUnbound: boolean;
  },
): Promise<Answer<Names>> {
  const { account, pair, shelf } = asked;
  const { desired, template } = pair.desired;
  if (pair.kind === 'desired-only' || account === null) {
    const shape = await shelf.shapeOf(template.id);
    if (shape.ok) return { ok: true, value: { reading: null, template: shape.value } };
    // Without an export the names are checked after the install.
    return isMissing(shape.failure)
      ? { ok: true, value: { reading: null, template: null } }
      : shape;
  }
  const reading = await readCycle(
    reader,
    { account: account.id, cycle: pair.live.id },
    {
      desired,
      isRunning: pair.live.status === 'Active',
      isScheduleKnown: pair.live.schedule !== null || (pair.record?.run ?? null) !== null,
    },
  );
  if (!reading.ok) return reading;
  if (desired.slots.size === 0 && !asked.isUnbound)
    return { ok: true, value: { reading: reading.value, template: null } };
  const shape = await shelf.shapeOf(template.id);
  if (shape.ok) return { ok: true, value: { reading: reading.value, template: shape.value } };
  return isMissing(shape.failure)
    ? { ok: true, value: { reading: reading.value, template: null } }
    : shape;
}
