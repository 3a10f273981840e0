import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { count } from '../../../kit/text/text-layout.ts';
import type { Impact } from '../../../model/plan/change.ts';
import type { DriftItem } from '../../../model/plan/plan.ts';
import type { FieldBlock } from '../block.ts';
import { formatDirection } from '../words/format-direction.ts';
import { toObjectPath } from '../words/format-path.ts';
import { formatDrift, formatNameRemedy, isWantedElse } from './format-drift.ts';
import { formatMovedNames, listParts } from './list-parts.ts';
import { makeDifference, makeFieldBlock, makeSide } from './make-field-block.ts';

/** Effects of a revert to the value of Git; none for a harmless one. */
const revertImpacts: Partial<Record<Impact, string>> = {
  interrupts: 'reverting it interrupts the cycle',
  'needs-human': 'only a person can revert it',
  replaces: 'reverting it replaces the cycle',
};

/** One drift item of a run that began at a time; null leaves its age out. */
export function makeItemBlock(item: DriftItem, at: string | null): FieldBlock {
  const { address, path, before, now, wanted, lost } = item;
  const since = at === null ? null : formatSeenSince(item.since, at);
  const { unmanaged } = item;
  const direction = unmanaged === undefined ? formatDirection(item) : formatEffect(unmanaged);
  const origin = [direction, ...(since === null ? [] : [since])];
  const text = formatDrift(item);
  const effects = [...listParts(item), ...listEffects(item)];
  if ((item.kind !== 'field' && item.kind !== 'unmanaged') || path === null) {
    return {
      is: 'field',
      mark: '!',
      object: toObjectPath(address),
      path: null,
      text,
      isPair: false,
      before: null,
      after: null,
      wanted: null,
      long: null,
      origin,
      effects,
      at: item.at,
      ...(item.kind === 'field' || item.kind === 'unmanaged' ? {} : { alarm: 'loss' }),
    };
  }
  const isInGit = item.kind === 'field' && isSameJson(wanted, before);
  const label = isInGit ? 'Before, and in Git' : 'Before';
  const difference = makeDifference(path, { before, after: now }, [label, 'Now']);
  const block: FieldBlock = {
    ...makeFieldBlock({ ...item, path }, difference, origin),
    text,
    wanted: isWantedElse(item) ? makeSide(path, 'Git wants', wanted) : null,
    effects,
    ...(item.kind === 'field' && item.moved === 'both' ? { alarm: 'conflict' } : {}),
  };
  const isSaid = unmanaged?.isUpgrade === true || formatMovedNames({ path, before, now }) !== null;
  if (isSaid) return { ...block, isPair: false, before: null, after: null, long: null };
  if (lost !== undefined) return { ...block, isPair: false, after: null, long: null };
  return before.kind === 'unknown' ? { ...block, isPair: false } : block;
}

// An unmanaged change that is only shown says so.
function formatEffect({ response }: NonNullable<DriftItem['unmanaged']>): string {
  const fate = response === 'report' ? '; reported only' : '';
  return `changed outside Git; no manifest manages it${fate}`;
}

// A lost sign-in needs no further text.
function listEffects(item: DriftItem): readonly string[] {
  if (item.kind === 'unmanaged' && item.impact === 'needs-human') return [];
  const text = formatNameRemedy(item) ?? revertImpacts[item.impact];
  return text === undefined || item.kind === 'authentication-lost' ? [] : [text];
}

const dayMs = 24 * 60 * 60 * 1000;

/** `seen since 2026-11-20, 2 days`; null if this run is the first, or nothing is recorded. */
export function formatSeenSince(since: string | null, now: string): string | null {
  const ageMs = since === null ? Number.NaN : Date.parse(now) - Date.parse(since);
  if (since === null || Number.isNaN(ageMs) || ageMs <= 0) return null;
  const days = Math.floor(ageMs / dayMs);
  const date = `seen since ${new Date(since).toISOString().slice(0, 10)}`;
  return days === 0 ? date : `${date}, ${count(days, 'day')}`;
}
