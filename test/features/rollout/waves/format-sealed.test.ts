import { expect, it } from 'vitest';
import {
  type DraftRollout,
  formatSealed,
} from '../../../../src/features/rollout/waves/format-sealed.ts';
import { noChoices } from '../../../../src/model/plan/plan.ts';
import type { RolloutAccount } from '../../../../src/model/state/rollout.ts';
import { draftRollout } from '../../../support/values/make-rollout.ts';

const member: RolloutAccount = {
  account: 'north',
  wave: 0,
  state: 'waiting',
  from: 'a',
  approved: [],
};

it('seals maintenance windows and time zones, and nothing of a rollout without them', () => {
  const bare = formatSealed(draftRollout, [member]);
  expect(bare).not.toMatch(/window|timezone/);
  const nights = { ...draftRollout, windows: [{ from: '22:00', to: '05:00' }] };
  const placed = { ...member, timezone: 'Europe/London' };
  const texts = [bare, formatSealed(nights, [member]), formatSealed(nights, [placed])];
  expect(new Set(texts).size).toBe(texts.length);
  const later = { ...placed, account: 'late', wave: 1 };
  expect(formatSealed(nights, [placed, later])).toBe(texts[2]);
});

it('seals an account by the name that it had when the rollout was opened', () => {
  const other = { ...member, account: 'south' };
  const renamed = { ...member, account: 'zulu', was: 'north' };
  expect(formatSealed(draftRollout, [other, renamed])).toBe(
    formatSealed(draftRollout, [member, other]),
  );
});

it('seals each part that a person approves, and not how far the rollout came', () => {
  const bare = formatSealed(draftRollout, [member]);
  const others: readonly Partial<DraftRollout>[] = [
    ...(['id', 'fleet', 'revision', 'from', 'openedAt'] as const).map((name) => ({ [name]: 'x' })),
    { waves: [{ name: 'pilot', accounts: 2 }] },
    { budget: { kind: 'count', most: 1 } },
    { onFailure: 'undo' },
    { gate: { evidence: null, errors: false, checks: false, approval: true } },
    { approved: { ...draftRollout.approved, options: { ...noChoices, allowReplace: true } } },
  ];
  const texts = others.map((part) => formatSealed({ ...draftRollout, ...part }, [member]));
  expect(new Set([bare, ...texts]).size).toBe(1 + others.length);
  const came = { ...draftRollout, admitted: 1, passed: 1, state: 'paused', pausedFor: 'lunch' };
  expect(formatSealed(came, [{ ...member, state: 'done' }])).toBe(bare);
});
