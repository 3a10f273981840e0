import { isSameJson } from '../../../../kit/json/canonical-json.ts';
import { count } from '../../../../kit/text/text-layout.ts';
import { toCycleAddress, toFieldPath } from '../../../../model/address.ts';
import {
  type CycleFile,
  type DraftedCycle,
  toFileShape,
} from '../../../../model/desired/cycle-file/cycle-file.ts';
import { listUserTags } from '../../../../model/diff/identity.ts';
import { toTemplateShape } from '../../../../model/live/cycle-shape.ts';
import type { LiveVariable, RemoteId, TemplateItem } from '../../../../model/live/live.ts';
import type { WholeCycle } from '../../../../model/live/reading.ts';
import { listSlots } from '../../../../model/live/steps/list-slots.ts';
import type {
  WrittenCycle,
  WrittenScalar,
  WrittenSecret,
} from '../../../../model/manifest/manifest.generated.ts';
import { formatRunLine } from '../../../../model/report/advice/commands.ts';
import type { UsedSlot } from '../described-account.ts';
import type { DescribeContext } from './describe-context.ts';
import { describeRetention } from './describe-retention.ts';
import { describeSchedule } from './describe-schedule.ts';
import { describeSettings } from './describe-settings.ts';
import { describeSteps } from './describe-steps.ts';
import { formatName, type Unsupported } from './manifest-notes.ts';
import { recordTemplateDifferences } from './record-template-differences.ts';

/** Installed connectors of the manifest, which a cycle can name. */
export type DescribedConnectors = ReadonlyMap<
  RemoteId,
  { readonly key: string; readonly kind: string }
>;

/** Cycle with its key and its file; null for a template. */
type Part = { readonly key: string; readonly file: CycleFile | null };

/** Describes a cycle as a manifest; null when impossible, with the reason in the notes. */
export function describeCycle(
  cycle: WholeCycle,
  { key, connectors }: { readonly key: string; readonly connectors: DescribedConnectors },
  at: DescribeContext,
): WrittenCycle | null {
  const { live } = cycle;
  const path = ['spec', 'cycles', key];
  const drafted = findDraft(cycle, at);
  const from = drafted === null ? describeOrigin(cycle, path, at) : { file: drafted.path };
  if (from === null) return null;
  if (drafted !== null) addUnexplainedRemark(drafted, path, at);
  const part = { key, file: drafted?.file ?? null };
  const retention = describeRetention(live, path, at.notes);
  const slots = describeSlots(cycle, { ...part, connectors }, at);
  const variables = describeVariables(cycle, part, at);
  const steps = describeSteps({ ...part, object: toCycleAddress(at.key, key), cycle, at });
  recordTemplateDifferences(cycle, key, at);
  return {
    from,
    ...(live.name === key ? {} : { displayName: live.name }),
    ...describeOwn(live, { made: drafted?.file ?? cycle.template, isFull: at.isFull }),
    ...(retention === null ? {} : { retention }),
    ...describeSettings(cycle, { path, isOfFile: drafted !== null }, at),
    ...(Object.keys(slots).length === 0 ? {} : { connectors: slots }),
    ...describeActivity(cycle, key, at),
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...(Object.keys(steps).length === 0 ? {} : { steps }),
  };
}

type Drafted = Extract<DraftedCycle, { readonly kind: 'drafted' }>;

// Ignores a file for a cycle from a template, even a missing one, because an apply would create a
// second cycle.
function findDraft({ live }: WholeCycle, { drafts }: DescribeContext): Drafted | null {
  const drafted = live.templateId === null ? drafts.get(live.id) : undefined;
  return drafted?.kind === 'drafted' ? drafted : null;
}

function addUnexplainedRemark(
  { unexplained }: Drafted,
  path: readonly string[],
  { notes }: DescribeContext,
): void {
  const [first] = unexplained;
  if (first === undefined) return;
  const more = unexplained.length === 1 ? '' : `, and ${unexplained.length - 1} more`;
  notes.remark({
    topic: 'file',
    path: [...path, 'from'],
    text: `This file has an unknown id at ${formatName(first)}${more}: it is invalid elsewhere.`,
  });
}

function describeOrigin(
  { live, template }: WholeCycle,
  path: readonly string[],
  { templates, notes, drafts }: DescribeContext,
): WrittenCycle['from'] | null {
  const about = `the cycle ${formatName(live.name)}`;
  if (template === null) {
    const isFromTemplate = live.templateId !== null;
    const drafted = drafts.get(live.id);
    const why = drafted?.kind === 'refused' ? `, and ${drafted.because}` : '';
    notes.omit(path, {
      summary: isFromTemplate
        ? `${about} was made from a template that is no longer published`
        : `${about} was not made from a template${why}`,
      remedy: isFromTemplate
        ? 'It stays unchanged in the service. Publish its template, and export again.'
        : 'It stays unchanged in the service.',
    });
    return null;
  }
  const alike = templates.filter(({ name }) => name === template.name);
  if (alike.length === 1) return { template: template.name };
  const tag = findOwnTag(template, alike);
  if (tag !== null) return { template: template.name, tag };
  notes.omit(path, {
    summary: `${about} was made from one of ${alike.length} templates with the name ${formatName(template.name)}`,
    remedy: 'Give its template a tag that the others of that name do not have, and export again.',
  });
  return null;
}

function findOwnTag(template: TemplateItem, alike: readonly TemplateItem[]): string | null {
  const others = alike.filter(({ id }) => id !== template.id).flatMap(({ tags }) => tags);
  return template.tags.toSorted().find((tag) => tag !== '' && !others.includes(tag)) ?? null;
}

// Omits values shared with the template or file, because a new cycle has them too.
function describeOwn(
  live: WholeCycle['live'],
  { made, isFull }: { readonly made: TemplateItem | CycleFile | null; readonly isFull: boolean },
): Pick<WrittenCycle, 'description' | 'tags'> {
  const [description, given] = [live.description || null, made?.description || null];
  const [tags, givenTags] = [toSet(live.tags), toSet(made?.tags ?? [])];
  return {
    ...(description === given && !(isFull && description !== null) ? {} : { description }),
    ...(isSameJson(tags, givenTags) && !(isFull && tags.length > 0) ? {} : { tags }),
  };
}

function describeActivity(
  { live, reading }: WholeCycle,
  key: string,
  { key: account, notes, now }: DescribeContext,
): Pick<WrittenCycle, 'state' | 'schedule'> {
  if (live.status !== 'Active') return { state: 'paused' };
  if (reading.shape.steps.some(({ isWebhook }) => isWebhook)) return { state: 'active' };
  if (live.schedule?.kind === 'once') {
    notes.remark({
      topic: 'schedule',
      path: ['spec', 'cycles', key, 'state'],
      text: 'It waits for a single run, which is no state of a manifest, and pauses itself afterwards. To request that run in another environment:',
      lines: [formatRunLine({ address: toCycleAddress(account, key) }, live.schedule.at)],
    });
    return { state: 'paused' };
  }
  const schedule = live.schedule === null ? null : describeSchedule(live.schedule, now);
  if (schedule !== null) return { state: 'active', schedule };
  const text =
    live.unlistedMinutes === undefined
      ? 'The service does not show its schedule, which stays unchanged. To manage it, write one such as:'
      : `It runs every ${count(live.unlistedMinutes, 'minute')}, which a manifest cannot express, and stays unchanged. To manage it, write another interval such as:`;
  notes.remark({
    topic: 'schedule',
    path: ['spec', 'cycles', key, 'schedule'],
    text: text,
    lines: ['schedule: {every: 1h}'],
  });
  return { state: 'active' };
}

function toSet(tags: readonly string[]): string[] {
  return [...new Set(listUserTags(tags))].sort();
}

/**
 * Describes the connector of each slot, where the account has several of a kind. A slot with two
 * connectors cannot be expressed.
 */
function describeSlots(
  cycle: WholeCycle,
  { key, file, connectors }: Part & { readonly connectors: DescribedConnectors },
  { notes }: DescribeContext,
): Record<string, string> {
  const { live } = cycle;
  const kinds = [...connectors.values()].map(({ kind }) => kind);
  return Object.fromEntries(
    listUsedSlots(cycle, file).flatMap((slot): [string, string][] => {
      const [only, ...others] = slot.used;
      if (only === undefined) return [];
      const connector = connectors.get(only);
      const path = ['spec', 'cycles', key, 'connectors', slot.name];
      if (others.length > 0 || connector === undefined) {
        notes.omit(path, {
          summary: `connector of the cycle ${formatName(live.name)} for ${formatName(slot.name)}: ${connector === undefined ? 'it is not in this manifest' : 'its steps use several'}`,
          remedy: 'The bindings of its steps stay unchanged in the service.',
        });
        return [];
      }
      const isAlone = kinds.filter((kind) => kind === slot.connectorName).length === 1;
      return isAlone && connector.kind === slot.connectorName ? [] : [[slot.name, connector.key]];
    }),
  );
}

function describeVariables(
  { live, reading, shape }: WholeCycle,
  { key, file }: Part,
  at: DescribeContext,
): Record<string, WrittenScalar | WrittenSecret> {
  const given = file === null ? (shape?.variables ?? []) : toFileVariables(file);
  const own = new Map(given.map(({ displayName, value }) => [displayName, value]));
  const names = [...own.keys()];
  const rankOf = ({ displayName }: LiveVariable) =>
    own.has(displayName) ? names.indexOf(displayName) : names.length;
  const variables = reading.shape.variables.toSorted(
    (left, right) =>
      rankOf(left) - rankOf(right) || (left.displayName < right.displayName ? -1 : 1),
  );
  return Object.fromEntries(
    variables.flatMap((variable): [string, WrittenScalar | WrittenSecret][] => {
      const { displayName: name, value } = variable;
      if (!at.isFull && own.has(name) && own.get(name) === value) return [];
      const unsaid = checkVariable(variable, { variables, given: own.get(name) ?? null });
      if (unsaid === 'reported') return [];
      if (unsaid !== null) {
        const summary = `the variable ${formatName(name)} of the cycle ${formatName(live.name)} ${unsaid.summary}`;
        at.notes.omit(['spec', 'cycles', key, 'variables', name], { ...unsaid, summary });
        return [];
      }
      if (value === null) return [];
      const path = {
        object: toCycleAddress(at.key, key),
        live: { kind: 'cycle', id: live.id },
        path: toFieldPath('variables', name),
      } as const;
      const isHidden = at.hidden.hasAt(path, { name, text: value });
      return [[name, isHidden ? at.names.suggest(key, name) : value]];
    }),
  );
}

// Skips variables without a value in the file, because they are secrets of the manifest.
function toFileVariables({ variables }: CycleFile): Pick<LiveVariable, 'displayName' | 'value'>[] {
  return variables.flatMap(({ name, value, isSecret }) =>
    isSecret ? [] : [{ displayName: name, value }],
  );
}

function checkVariable(
  variable: LiveVariable,
  known: { readonly variables: readonly LiveVariable[]; readonly given: string | null },
): Unsupported | 'reported' | null {
  const { displayName: name, value } = variable;
  const twins = known.variables.filter(({ displayName }) => displayName === name);
  if (twins.length > 1) {
    if (twins[0] !== variable) return 'reported';
    return {
      summary: 'shares its name with others',
      remedy: 'Give each variable a unique name in the template.',
    };
  }
  if (value !== null || known.given === null) return null;
  return {
    summary: 'has no value, but its template has one',
    remedy: 'It stays unchanged in the service. Set a value, which may be empty text.',
  };
}

/** Lists the slots of a cycle's template or file with the connectors that its steps use. */
export function listUsedSlots(
  { reading, shape }: WholeCycle,
  file: CycleFile | null,
): readonly UsedSlot[] {
  const made = file === null ? shape && toTemplateShape(shape) : toFileShape(file);
  return listSlots(made?.steps ?? []).map((slot) => {
    const used = reading.shape.steps
      .filter(({ label }) => slot.steps.includes(label))
      .flatMap(({ connectorId }) => connectorId ?? []);
    return { ...slot, used: [...new Set(used)] };
  });
}
