import { toPointer } from '../../kit/json/json-pointer.ts';
import { toCycleAddress } from '../../model/address.ts';
import type {
  Activity,
  CycleOrigin,
  DesiredCycle,
  DesiredMappingEntry,
  DesiredVisibility,
} from '../../model/desired/desired.ts';
import type { DesiredMapping } from '../../model/desired/mapping.ts';
import { cycleSettings } from '../../model/fields/cycle-fields.ts';
import type { WrittenCycle, WrittenMapping } from '../../model/manifest/manifest.generated.ts';
import type { AccountDocument } from '../../model/manifest/manifest.ts';
import type { Secrets } from '../../model/ports.ts';
import { isSecretRef } from '../../model/secret/secret.ts';
import { type Setting, unmanaged } from '../../model/setting.ts';
import type { SourceSpan } from '../../model/source-span.ts';
import { addRetention, addText, FieldList } from './field-list.ts';
import { resolveLifecycle } from './resolve-connector.ts';

type CyclePart = {
  readonly document: AccountDocument;
  readonly account: string;
  readonly secrets: Secrets;
  readonly key: string;
  readonly written: WrittenCycle;
};

/** Span of the value at names within the cycle. */
type SpanOf = (...names: string[]) => SourceSpan;

/** Resolves a cycle of a manifest. */
export async function resolveCycle(part: CyclePart): Promise<DesiredCycle> {
  const { document, account, key, written } = part;
  const root = ['spec', 'cycles', key];
  const spanOf: SpanOf = (...names) => document.spanOf(toPointer([...root, ...names]));
  const at = document.keySpanOf(toPointer(root));
  const { from, state, schedule, connectors = {} } = written;
  const activityAt = state === undefined ? at : spanOf('state');
  const slots = Object.entries(connectors).map(
    ([slot, connector]) => [slot, { connector, at: spanOf('connectors', slot) }] as const,
  );
  return {
    key,
    address: toCycleAddress(account, key),
    at,
    name: written.displayName ?? key,
    origin: resolveOrigin(from, spanOf),
    slots: new Map(slots),
    activity: resolveActivity(written),
    activityAt,
    scheduleAt:
      schedule === undefined
        ? activityAt
        : { ...spanOf('schedule', 'every'), pointer: activityAt.pointer },
    mappings: await resolveMappings(part, spanOf),
    visibilities: listVisibilities(part, spanOf),
    fields: (await readFields(part, { spanOf, at })).toFields(),
    ...resolveLifecycle(written, spanOf),
  };
}

function resolveOrigin(from: WrittenCycle['from'], spanOf: SpanOf): CycleOrigin {
  if ('file' in from) {
    return { kind: 'file', path: from.file, at: spanOf('from', 'file'), loaded: null };
  }
  const { template, tag = null } = from;
  return { kind: 'template', template, tag, at: spanOf('from', 'template') };
}

// A single run is no state, and its cycle rests before and after it.
function resolveActivity({ state, schedule }: WrittenCycle): Setting<Activity> {
  if (state === undefined) return unmanaged;
  if (schedule === undefined) return { kind: 'set', value: { kind: state, schedule: null } };
  if ('once' in schedule) return { kind: 'set', value: { kind: 'paused', schedule: null } };
  const { every, startAt } = schedule;
  const start = startAt === undefined ? {} : { startAt: toInstant(startAt) };
  return { kind: 'set', value: { kind: state, schedule: { kind: 'every', every, ...start } } };
}

/** Normalises instants, so that `06:00:00.0Z` and `06:00:00Z` are equal. */
function toInstant(written: string): string {
  return new Date(written).toISOString().replace('.000Z', 'Z');
}

async function readFields(
  { written, key, secrets }: CyclePart,
  { spanOf, at }: { readonly spanOf: SpanOf; readonly at: SourceSpan },
): Promise<FieldList> {
  const { displayName, description, tags, variables = {} } = written;
  const fields = new FieldList();
  const nameAt = displayName === undefined ? at : spanOf('displayName');
  fields.addPlain(['displayName'], displayName ?? key, nameAt);
  if (description !== undefined) {
    fields.addPlain(['description'], description, spanOf('description'));
  }
  if (tags !== undefined) fields.addPlain(['tags'], [...new Set(tags)].sort(), spanOf('tags'));
  addRetention(fields, written.retention, (name) =>
    name === null ? spanOf('retention') : spanOf('retention', name),
  );
  for (const name of cycleSettings) {
    const value = written[name];
    if (value !== undefined) fields.addPlain([name], value, spanOf(name));
  }
  for (const [name, value] of Object.entries(variables)) {
    const names = ['variables', name];
    await addText(fields, secrets, { names, written: value, at: spanOf(...names) });
  }
  return fields;
}

async function resolveMappings(
  { document, key, written, secrets }: CyclePart,
  spanOf: SpanOf,
): Promise<readonly DesiredMappingEntry[]> {
  const mappings: DesiredMappingEntry[] = [];
  for (const [step, parts] of Object.entries(written.steps ?? {})) {
    const stepAt = document.keySpanOf(toPointer(['spec', 'cycles', key, 'steps', step]));
    for (const slot of ['parameters', 'fields'] as const) {
      for (const [target, mapping] of Object.entries(parts[slot] ?? {})) {
        const source = await resolveMapping(mapping, secrets);
        const at = spanOf('steps', step, slot, target);
        mappings.push({ step, slot, target, source, at, stepAt });
      }
    }
  }
  return mappings;
}

function listVisibilities(
  { document, key, written }: CyclePart,
  spanOf: SpanOf,
): readonly DesiredVisibility[] {
  return Object.entries(written.steps ?? {}).flatMap(([step, { launchVisible = {} }]) => {
    const stepAt = document.keySpanOf(toPointer(['spec', 'cycles', key, 'steps', step]));
    return (['parameters', 'fields'] as const).flatMap((slot) =>
      Object.entries(launchVisible[slot] ?? {}).map(([target, isVisible]) => {
        const at = spanOf('steps', step, 'launchVisible', slot, target);
        return { step, slot, target, isVisible, at, stepAt };
      }),
    );
  });
}

/** Resolves the source of a parameter or field; a scalar is a static value, sent as text. */
async function resolveMapping(
  written: WrittenMapping,
  secrets: Pick<Secrets, 'bind'>,
): Promise<DesiredMapping> {
  if (typeof written !== 'object') return { kind: 'value', value: String(written) };
  if (isSecretRef(written)) {
    return { kind: 'secret', secret: await secrets.bind(written) };
  }
  if ('step' in written) return { kind: 'step', ...written };
  if ('variable' in written) return { kind: 'variable', ...written };
  if ('option' in written) return { kind: 'option', ...written };
  if ('lookup' in written) return { kind: 'lookup', ...written.lookup };
  if ('expression' in written) return { kind: 'expression', ...written };
  return { kind: 'ignore' };
}
