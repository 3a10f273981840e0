import type {
  SeedCycle,
  SeedSource,
  SeedStep,
  SeedTemplate,
} from '../../../../app/ports/rehearsal/service-seed.ts';
import { toUniqueLabels } from '../../../../kit/text/to-unique-labels.ts';
import { type FieldPath, parsePath } from '../../../../model/address.ts';
import { parseStepTarget } from '../../../../model/desired/launch-path.ts';
import { isMappingSource, type MappingSource } from '../../../../model/desired/mapping.ts';
import { intervals, type LiveSchedule } from '../../../../model/desired/schedule.ts';
import { listOtherLabels } from '../../../../model/desired/step-label.ts';
import { toIdentityTag } from '../../../../model/diff/identity.ts';
import { type ObjectRecord, toEffectiveRun } from '../../../../model/state/account-state.ts';
import type { KnownReader, KnownValue } from './list-known.ts';

/** A cycle of the state, with what is known of it. */
export type CycleSource = {
  readonly record: ObjectRecord;
  readonly known: KnownReader;
  /** True where it runs; null where nothing says so. */
  readonly isActive: boolean;
  /** Its template, where that is offered. */
  readonly template: SeedTemplate | undefined;
  /** The installed connectors of its account, by id. */
  readonly connectors: ReadonlyMap<number, { readonly name: string; readonly version?: string }>;
  /** The id of the connector of a key. */
  readonly findConnector: (key: string) => number | null;
};

/** Makes a cycle as it was when it was planned. */
export function makeCycleSeed(source: CycleSource): SeedCycle {
  const { record, known, isActive } = source;
  const steps = listSteps(source);
  const key = parsePath(record.address).at(-1) ?? '';
  const tags = known.list('tags') ?? [];
  const template = known.text('from/template');
  return {
    id: record.remoteId,
    name: known.text('displayName') ?? key,
    description: known.text('description'),
    tags: record.isFound === true ? tags : [...tags, toIdentityTag(key.replace(/~\d+$/, ''))],
    ...(template === null ? {} : { template }),
    successRetentionHours: known.number('retention/successHours'),
    erroredRetentionHours: known.number('retention/erroredHours'),
    stepErrorAction: known.text('errorAction') ?? 'Ignore',
    collectionSplitType: known.text('collectionSplit') ?? 'None',
    logStepDataRequests: known.flag('logRequests') ?? true,
    shareable: known.flag('shareable') ?? false,
    active: isActive ? toActivation(source) : null,
    variables: listVariables(known, source.template),
    steps: steps.map(({ label: _, ...step }) => step),
    edges: listEdges(known, steps),
  };
}

function toActivation({ record, known }: CycleSource): SeedCycle['active'] {
  const run = toEffectiveRun(record.run);
  const found = known.values.get('schedule' as FieldPath);
  const shown = found?.kind === 'plain' ? (found.value as LiveSchedule | null) : null;
  const schedule = run?.schedule ?? shown;
  const startAt = run?.sent.startTime;
  const from = startAt === undefined ? {} : { startAt };
  switch (schedule?.kind) {
    case 'once':
      return { startAt: schedule.at, intervalMinutes: null, runOnce: true };
    case 'webhook':
      return { ...from, intervalMinutes: null, runOnce: false };
    case 'every': {
      const every = shown?.kind === 'every' ? shown.every : schedule.every;
      return { ...from, intervalMinutes: intervals[every], runOnce: false };
    }
    default:
      return { intervalMinutes: intervals['1h'], runOnce: false };
  }
}

function listVariables(
  known: KnownReader,
  template: SeedTemplate | undefined,
): SeedCycle['variables'] {
  const written = [...known.values.keys()].flatMap((path) => {
    const [section, name, ...rest] = parsePath(path);
    return section === 'variables' && name !== undefined && rest.length === 0 ? [name] : [];
  });
  const names = new Set([
    ...(known.list('variables') ?? Object.keys(template?.variables ?? {})),
    ...written,
  ]);
  return [...names].map((name) => ({
    name,
    value: known.text(`variables/${name.replaceAll('%', '%25').replaceAll('/', '%2F')}`),
  }));
}

type LabelledStep = SeedStep & { readonly label: string };

function listSteps(source: CycleSource): readonly LabelledStep[] {
  const { known, template, record } = source;
  const labels = orderLabels(known, template);
  const written =
    template === undefined ? [] : toUniqueLabels(template.steps.map(({ name }) => name));
  const sources = listMappings(known, labels);
  return labels.map((label): LabelledStep => {
    const place = written.indexOf(label);
    const own = template?.steps[place];
    const slot = own?.connector;
    const id = findConnectorId(source, label, slot);
    const installed = id === null ? undefined : source.connectors.get(id);
    const connector = installed?.name ?? slot?.replace(/#\d+$/, '') ?? 'Not known';
    const name = own?.name ?? toName(label, labels);
    const actionType = known.text(toStepPath(label, 'action'));
    const version = installed === undefined ? own?.version : installed.version;
    return {
      label,
      name,
      description: known.text(toStepPath(label, 'description')) ?? '',
      ...(actionType === null ? {} : { actionType }),
      connector,
      ...(version === undefined ? {} : { version }),
      method: known.text(toStepPath(label, 'method')) ?? own?.method ?? own?.name ?? name,
      accountConnectorId: id,
      parameters: withAssumed(sources.get(label)?.parameters, own?.parameters, record),
      fields: withAssumed(sources.get(label)?.fields, own?.fields, record),
    };
  });
}

// Where nothing was read inside a cycle, it has what its template gives.
function withAssumed(
  known: Readonly<Record<string, SeedSource>> = {},
  written: Readonly<Record<string, unknown>> = {},
  { baseline }: ObjectRecord,
): Readonly<Record<string, SeedSource>> {
  if (Object.hasOwn(baseline ?? {}, 'steps')) return known;
  const assumed = Object.keys(written).map((name): [string, SeedSource] => [
    name,
    { isLaunchVisible: false, kind: 'value', value: 'not known' },
  ]);
  return { ...Object.fromEntries(assumed), ...known };
}

function findConnectorId(
  { known, findConnector, connectors }: CycleSource,
  label: string,
  slot: string | undefined,
): number | null {
  const shown = known.text(toStepPath(label, 'connector'));
  if (shown !== null && connectors.has(Number(shown))) return Number(shown);
  if (slot === undefined) return null;
  const key = known.text(`connectors/${slot}`);
  const named = key === null ? null : findConnector(key);
  if (named !== null) return named;
  const kind = slot.replace(/#\d+$/, '');
  // Records say which one of several is meant.
  const [first] = [...connectors].find(([, { name }]) => name === kind) ?? [];
  return first ?? null;
}

function toStepPath(label: string, member: string): string {
  return `steps/${label.replaceAll('%', '%25').replaceAll('/', '%2F')}/${member}`;
}

// `NAME#2` is the second of that name, if there is a first.
function toName(label: string, labels: readonly string[]): string {
  const [, name = label] = /^(.*)#\d+$/s.exec(label) ?? [];
  return labels.includes(`${name}#1`) ? name : label;
}

// In the order of the template, or of the edges.
function orderLabels(known: KnownReader, template: SeedTemplate | undefined): readonly string[] {
  const written =
    template === undefined ? [] : toUniqueLabels(template.steps.map(({ name }) => name));
  const shown = known.list('steps');
  if (shown === null) return written;
  const isOfTemplate =
    shown.length === written.length && shown.every((each) => written.includes(each));
  if (isOfTemplate) return written;
  const edges = readEdges(known, shown);
  const ordered: string[] = [];
  while (ordered.length < shown.length) {
    const left = shown.filter((label) => !ordered.includes(label));
    const next = left.find((label) =>
      edges.every(({ tail, head }) => head !== label || ordered.includes(tail)),
    );
    ordered.push(next ?? left[0] ?? '');
  }
  return ordered;
}

function readEdges(
  known: KnownReader,
  labels: readonly string[],
): readonly { readonly tail: string; readonly head: string }[] {
  return (known.list('edges') ?? []).flatMap((text) => {
    const tail = labels.find((label) => text.startsWith(`${label} → `));
    if (tail === undefined) return [];
    const rest = text.slice(tail.length + ' → '.length);
    const head = labels.find((label) => rest === label || rest.startsWith(`${label} (`));
    return head === undefined ? [] : [{ tail, head }];
  });
}

function listEdges(known: KnownReader, steps: readonly LabelledStep[]): SeedCycle['edges'] {
  const labels = steps.map(({ label }) => label);
  if (known.list('edges') === null)
    return steps.slice(1).map((_, index) => ({ tail: index, head: index + 1 }));
  return readEdges(known, labels).map(({ tail, head }) => ({
    tail: labels.indexOf(tail),
    head: labels.indexOf(head),
  }));
}

type Slots = Record<'parameters' | 'fields', Record<string, SeedSource>>;

function listMappings(known: KnownReader, labels: readonly string[]): ReadonlyMap<string, Slots> {
  const targets = [...known.values].flatMap(([path, value]) => {
    const at = parseStepTarget(path);
    if (at === null || at.target === '') return [];
    const label = [at.step, ...listOtherLabels(at.step)].find((each) => labels.includes(each));
    return label === undefined ? [] : [{ ...at, label, path, value }];
  });
  const toKey = (at: (typeof targets)[number]) => JSON.stringify([at.label, at.slot, at.target]);
  const visible = new Set(
    targets.filter(({ isLaunch, value }) => isLaunch && isTrue(value)).map(toKey),
  );
  const found = new Map<string, Slots>();
  for (const at of targets) {
    const isLaunchVisible = visible.has(toKey(at));
    const { label, slot, target, path, value } = at;
    const slots = found.get(label) ?? { parameters: {}, fields: {} };
    found.set(label, slots);
    const source = at.isLaunch ? null : toSource(value, { known, path, labels });
    // A parameter that was never set has no mapping, unless people see it at launch.
    if (source !== null) slots[slot][target] = { isLaunchVisible, ...source };
    else if (isLaunchVisible) slots[slot][target] ??= { isLaunchVisible, kind: 'ignore' };
  }
  return found;
}

function isTrue(value: KnownValue): boolean {
  return value.kind === 'plain' && value.value === true;
}

type Unplaced = SeedSource extends infer Source
  ? Source extends SeedSource
    ? Omit<Source, 'isLaunchVisible'>
    : never
  : never;

function toSource(
  value: KnownValue,
  {
    known,
    path,
    labels,
  }: {
    readonly known: KnownReader;
    readonly path: FieldPath;
    readonly labels: readonly string[];
  },
): Unplaced | null {
  if (value.kind === 'secret') return { kind: 'value', value: known.text(path) };
  if (isMappingSource(value.value)) return fromMapping(value.value, labels);
  const text = known.text(path);
  return text === null ? null : { kind: 'value', value: text };
}

function fromMapping(source: MappingSource, labels: readonly string[]): Unplaced {
  switch (source.kind) {
    case 'value':
      return source;
    case 'expression':
      return { kind: 'value', value: source.expression };
    case 'variable':
    case 'option':
      return source;
    case 'lookup':
      return { kind: 'lookup', value: source.value, label: source.label ?? null };
    case 'step': {
      const { step, field } = source;
      const label = [step, ...listOtherLabels(step)].find((each) => labels.includes(each));
      if (label === undefined) return { kind: 'ignore' };
      return { kind: 'step', index: labels.indexOf(label), location: field };
    }
    case 'ignore':
    case 'unknown':
      return { kind: 'ignore' };
  }
}
