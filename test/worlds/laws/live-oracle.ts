import type {
  WrittenAccount,
  WrittenCycle,
  WrittenMapping,
} from '../../../src/model/manifest/manifest.generated.ts';
import {
  type DumpedAccount,
  type DumpedCycle,
  type DumpedStep,
  labelDumped,
} from '../console/dumped.ts';

/**
 * Compares the service with a manifest, without the engine: differing paths with both values.
 * Secrets and source ids have their own tests.
 */
export function compareLive(written: WrittenAccount, live: DumpedAccount): string[] {
  const { spec } = written;
  const webhook = spec.errorWebhook;
  const retention = spec.retention;
  return [
    ...compare('displayName', spec.displayName, live.name),
    ...compare('description', spec.description, live.description || null),
    ...compare('timezone', spec.timezone, live.timezone),
    ...compare('auditInfo', spec.auditInfo, live.auditInfo || null),
    ...compare('taskAuditInfo', spec.taskAuditInfo, live.taskAuditInfo || null),
    ...compareRetention('', retention, live),
    ...(webhook === undefined
      ? []
      : compare('errorWebhook/enabled', webhook !== null, live.webhookEnabled)),
    ...(typeof webhook?.url === 'string'
      ? compare('errorWebhook/url', webhook.url, live.webhookUrl)
      : []),
    ...compare('includeWarnings', webhook?.includeWarnings, live.webhookIncludeWarnings),
    ...compareConnectors(written, live),
    ...compareCycles(written, live),
  ];
}

function compareConnectors({ spec }: WrittenAccount, live: DumpedAccount): string[] {
  return Object.entries(spec.connectors ?? {}).flatMap(([key, wanted]) => {
    const name = wanted.displayName ?? key;
    const found = live.connectors.filter((each) => each.name === name);
    const [only] = found;
    if (only === undefined || found.length > 1) return [`${found.length} connectors "${name}"`];
    return [
      ...compare(`${key}/description`, wanted.description, only.description || null),
      ...Object.entries(wanted.properties ?? {}).flatMap(([property, value]) =>
        typeof value === 'object'
          ? []
          : compare(
              `${key}/${property}`,
              String(value),
              only.properties.find((each) => each.name === property)?.value,
            ),
      ),
    ];
  });
}

function compareCycles({ spec }: WrittenAccount, live: DumpedAccount): string[] {
  const living = live.cycles.filter(({ status }) => status !== 'DeleteScheduled');
  return Object.entries(spec.cycles ?? {}).flatMap(([key, wanted]) => {
    const name = wanted.displayName ?? key;
    const found = living.filter((each) => each.name === name);
    const [only] = found;
    if (only === undefined || found.length > 1) return [`${found.length} cycles "${name}"`];
    return compareCycle(key, wanted, only);
  });
}

/** Compares a cycle of the service with its manifest. */
export function compareCycle(key: string, wanted: WrittenCycle, live: DumpedCycle): string[] {
  const tags = live.tags.filter((tag) => !tag.startsWith('cyclectl:'));
  return [
    ...compare(`${key}/description`, wanted.description, live.description || null),
    ...compare(`${key}/tags`, wanted.tags && [...wanted.tags].sort(), [...tags].sort()),
    ...compareRetention(`${key}/`, wanted.retention, live),
    ...compare(`${key}/errorAction`, wanted.errorAction, live.stepErrorAction),
    ...compare(`${key}/collectionSplit`, wanted.collectionSplit, live.collectionSplitType),
    ...compare(`${key}/logRequests`, wanted.logRequests, live.logStepDataRequests),
    ...compare(`${key}/shareable`, wanted.shareable, live.shareable),
    ...Object.entries(wanted.variables ?? {}).flatMap(([name, value]) =>
      typeof value === 'object'
        ? []
        : compare(
            `${key}/variables/${name}`,
            String(value),
            live.variables.find((each) => each.displayName === name)?.value,
          ),
    ),
    ...compareActivity(key, wanted, live),
    ...Object.entries(wanted.steps ?? {}).flatMap(([label, parts]) => {
      const step = labelDumped(live).get(label);
      if (step === undefined) return [`${key} has no step ${label}`];
      return (['parameters', 'fields'] as const).flatMap((slot) => [
        ...Object.entries(parts[slot] ?? {}).flatMap(([name, mapping]) =>
          compareMapping(`${key}/${label}/${name}`, mapping, { live, step, slot, name }),
        ),
        ...Object.entries(parts.launchVisible?.[slot] ?? {}).flatMap(([name, isVisible]) => {
          const item = step.method[slot].find((each) => each.key === name);
          const shown = step.mappings[item?.id ?? '']?.isLaunchVisible ?? false;
          return compare(`${key}/${label}/launchVisible/${name}`, isVisible, shown);
        }),
      ]);
    }),
  ];
}

// A cycle that waits for a person is paused.
function compareActivity(key: string, wanted: WrittenCycle, live: DumpedCycle): string[] {
  if (wanted.state === 'paused') return compare(`${key}/state`, 'Paused', live.status);
  const { schedule } = wanted;
  if (live.status !== 'Active' || schedule === undefined || live.activation === null) return [];
  if (!('every' in schedule)) return [`${key}/schedule is no interval`];
  const minutes = live.activation.intervalMinutes;
  const all = { '1m': 1, '15m': 15, '1h': 60, '7d': 10080 } as const;
  return compare(`${key}/every`, all[schedule.every as keyof typeof all], minutes);
}

function compareMapping(
  path: string,
  wanted: WrittenMapping,
  at: {
    readonly live: DumpedCycle;
    readonly step: DumpedStep;
    readonly slot: 'parameters' | 'fields';
    readonly name: string;
  },
): string[] {
  const item = at.step.method[at.slot].find((each) => each.key === at.name);
  const mapping = item === undefined ? undefined : at.step.mappings[item.id];
  // The dump hides every value of a secret field.
  if (item?.isSensitive === true) return [];
  if (typeof wanted !== 'object') {
    return compare(path, `StaticValue ${wanted}`, `${mapping?.type} ${mapping?.value}`);
  }
  if ('ignore' in wanted) {
    // A field that was never mapped reads as Ignore, and is left so.
    const never = at.slot === 'fields' ? 'Ignore' : undefined;
    return compare(path, 'Ignore', mapping?.type ?? never);
  }
  if ('option' in wanted) {
    return compare(path, `ValueList ${wanted.option}`, `${mapping?.type} ${mapping?.value}`);
  }
  if ('lookup' in wanted) {
    const { value, label = null } = wanted.lookup;
    const live = [mapping?.type, mapping?.triggerValue, mapping?.triggerValueDisplayName];
    return compare(path, ['Lookup', value, label], live);
  }
  if ('variable' in wanted) {
    const variable = at.live.variables.find((each) => each.systemName === mapping?.value);
    const live = `${mapping?.type} ${variable?.displayName}`;
    return compare(path, `Variable ${wanted.variable}`, live);
  }
  if ('step' in wanted) {
    const from = labelDumped(at.live).get(wanted.step);
    const field = from?.method.responseFields.find((each) => each.key === wanted.field);
    const live = [mapping?.type, mapping?.sourceStepId, mapping?.sourceFieldId];
    return compare(path, ['PreviousStep', from?.id, field?.id], live);
  }
  return compare(path, 'StaticValue', mapping?.type);
}

function compareRetention(
  path: string,
  wanted: WrittenCycle['retention'],
  live: {
    readonly successRetentionHours: number | null;
    readonly erroredRetentionHours: number | null;
  },
): string[] {
  const hours = wanted === null ? { successHours: null, erroredHours: null } : wanted;
  return [
    ...compare(`${path}successHours`, hours?.successHours, live.successRetentionHours),
    ...compare(`${path}erroredHours`, hours?.erroredHours, live.erroredRetentionHours),
  ];
}

function compare(path: string, wanted: unknown, live: unknown): string[] {
  if (wanted === undefined || JSON.stringify(wanted) === JSON.stringify(live)) return [];
  return [`${path}: ${JSON.stringify(wanted)} is wanted, ${JSON.stringify(live)} is there`];
}
