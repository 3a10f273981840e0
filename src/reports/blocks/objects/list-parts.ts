import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { formatQuoted } from '../../../kit/text/format-name.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { type FieldPath, parsePath } from '../../../model/address.ts';
import { parseStepTarget } from '../../../model/desired/launch-path.ts';
import { isMappingSource } from '../../../model/desired/mapping.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';
import { withRenamedSteps } from '../../../model/live/steps/step-sources.ts';
import {
  contentLists,
  findList,
  toNames,
  withRenamedEnds,
} from '../../../model/observed/contents.ts';
import type { DriftPart } from '../../../model/observed/unmanaged.ts';
import type { ShownValue } from '../../../model/plan/change.ts';
import type { DriftItem } from '../../../model/plan/plan.ts';
import { formatDifference } from '../words/format-field-value.ts';
import { formatPath } from '../words/format-path.ts';

/** Parts of a change that a report lists one by one. */
const maxParts = 12;

/** The names that a list inside a cycle gained and lost: `added "Filter", removed "Save"`. Null for any other value. */
export function formatMovedNames({
  path,
  before,
  now,
  renamed = [],
}: Pick<DriftPart, 'path' | 'before' | 'now'> & Pick<DriftItem, 'renamed'>): string | null {
  if (path !== findList(path)) return null;
  const [was, is] = [listNames(before), listNames(now)];
  const isNew = (name: string) => !was.includes(name) && !renamed.some((each) => each.is === name);
  const isGone = (name: string) => !is.includes(name) && !renamed.some((each) => each.was === name);
  const names = renamed.map((each) => `${formatQuoted(each.was)} to ${formatQuoted(each.is)}`);
  const parts = [
    ...(names.length === 0 ? [] : [`renamed ${names.join(', ')}`]),
    toList('added', is.filter(isNew)),
    toList('removed', was.filter(isGone)),
  ];
  return parts.filter((part) => part !== '').join('; ');
}

/** The changes that came with another one, a line each. */
export function listParts(item: Pick<DriftItem, 'parts' | 'renamed'>): readonly string[] {
  const parts = listOwnParts(item);
  const lines = parts.slice(0, maxParts).map((part) => {
    const text = formatMovedNames(part) ?? formatDifference(part.path, part.before, part.now);
    return `${formatPath(part.path)}: ${text}`;
  });
  const left = parts.length - lines.length;
  return left > 0
    ? [...lines, `… ${count(left, 'more change')}, which the JSON report has`]
    : lines;
}

/** Lists the changes that came with another one, without those that follow from a new name of a step. */
export function listOwnParts({
  parts = [],
  renamed = [],
}: Pick<DriftItem, 'parts' | 'renamed'>): readonly DriftPart[] {
  return parts.filter((part) => !isOfRename(part, renamed));
}

// A new name alone brings all that names the step.
function isOfRename(
  { path, before, now }: DriftPart,
  renamed: NonNullable<DriftItem['renamed']>,
): boolean {
  if (renamed.length === 0) return false;
  const names = new Map(renamed.map(({ was, is }) => [was, is]));
  const [section, step = ''] = parsePath(path);
  if (section === 'steps' && renamed.some(({ was, is }) => was === step || is === step))
    return true;
  if (path === contentLists.edges) {
    const old = listNames(before).map((edge) => withRenamedEnds(edge, names));
    return isSameJson(old.sort(), [...listNames(now)].sort());
  }
  if (before.kind !== 'plain' || now.kind !== 'plain' || !isMappingSource(before.value))
    return false;
  const source = withRenamedSteps(before.value, (name) => names.get(name) ?? name);
  return isSameJson(source, now.value);
}

/** An upgrade of a cycle to the live release of a template, with counts of what it brought. */
export function formatUpgrade(template: ShownValue, parts: readonly DriftPart[] = []): string {
  const counts = formatPartCounts(parts);
  return `has the steps of the live release of ${formatShownValue(template)}${counts === '' ? '' : `: ${counts}`}`;
}

/** `1 step added, 2 mappings changed`. */
function formatPartCounts(parts: readonly DriftPart[]): string {
  const steps = parts.find(({ path }) => path === contentLists.steps);
  const variables = parts.find(({ path }) => path === contentLists.variables);
  const below = new Set(steps === undefined ? [] : listMoved(steps));
  const mappings = parts.filter(({ path }) => isMappingOutside(path, below));
  return [
    ...countMoved(steps, 'step'),
    ...countMoved(variables, 'variable'),
    ...(mappings.length === 0 ? [] : [`${count(mappings.length, 'mapping')} changed`]),
  ].join(', ');
}

function isMappingOutside(path: FieldPath, moved: ReadonlySet<string>): boolean {
  const isStep = findList(path) === contentLists.steps && path !== contentLists.steps;
  const target = isStep ? parseStepTarget(path) : null;
  return target !== null && target.target !== '' && !target.isLaunch && !moved.has(target.step);
}

function countMoved(part: DriftPart | undefined, noun: string): readonly string[] {
  if (part === undefined) return [];
  const [was, is] = [listNames(part.before), listNames(part.now)];
  const added = is.filter((name) => !was.includes(name)).length;
  const removed = was.filter((name) => !is.includes(name)).length;
  return [
    ...(added === 0 ? [] : [`${count(added, noun)} added`]),
    ...(removed === 0 ? [] : [`${count(removed, noun)} removed`]),
  ];
}

function listMoved({ before, now }: DriftPart): readonly string[] {
  const [was, is] = [listNames(before), listNames(now)];
  return [...was, ...is].filter((name) => was.includes(name) !== is.includes(name));
}

function toList(verb: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `${verb} ${names.map(formatQuoted).join(', ')}`;
}

function listNames(shown: ShownValue): readonly string[] {
  return shown.kind === 'plain' ? toNames(shown.value) : [];
}
