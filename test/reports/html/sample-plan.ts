import { makeSeededRandom } from '../../../src/kit/seeded-random.ts';
import { toCycleAddress, toFieldPath } from '../../../src/model/address.ts';
import type { Change } from '../../../src/model/plan/change.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import type { PlanReport } from '../../../src/model/report/report-document.ts';
import { framePlan } from '../samples/read-text.ts';
import { plain } from '../samples/samples.ts';
import { makeUnread, makeWaits, nameSample, target, toSpan } from './sample-fleet.ts';

/** A plan of the same fleet. */
export function makeFleetPlan(accounts: number): PlanReport {
  const list = Array.from({ length: accounts }, (_, number) => makePlanned(number));
  const cost = { requests: accounts * 9 + 12, durationMs: accounts * 92 };
  const next = { kind: 'apply', file: 'plan.json', directory: '.' } as const;
  const run = { ...framePlan(list, { target, cost, next, maxDeletes: 5 }), diagnostics: [] };
  return { kind: 'plan', run, accounts: () => list };
}

function makePlanned(number: number): PlannedAccount {
  const name = nameSample(number);
  const draw = makeSeededRandom(number * 104_729 + 3);
  const span = toSpan(name, 1);
  if (draw() < 0.004) {
    const diagnostics = [makeUnread(name, span)];
    return { kind: 'unplanned', account: name, diagnostics, isUnread: true };
  }
  const changes = draw() < 0.2 ? makeChanges(name, draw) : [];
  return {
    kind: 'planned',
    plan: {
      account: name,
      id: `${name}-8812`,
      isNew: false,
      desired: 'd',
      secrets: [],
      changes,
      operations: changes.map(({ address, verb }, index) => ({
        id: `${index}`,
        address,
        does: `${verb} ${address}`,
        action: { kind: 'bind-slots', paths: [] },
        repeat: 'safe',
        after: [],
        window: null,
      })),
      expects: [],
      notices: draw() < 0.03 ? [makeWaits(name)] : [],
      notOffered: [],
      notReadable: 0,
      hasNews: false,
      requests: { plan: 9, apply: changes.length * 20 },
    },
  };
}

function makeChanges(name: string, draw: () => number): readonly Change[] {
  const address = toCycleAddress(name, 'contacts-to-mailer');
  const base = { kind: 'cycle', name: 'Contacts to mailer', at: toSpan(name, 31) } as const;
  const path = toFieldPath('steps', 'Add subscriber', 'fields', 'Status');
  const [before, after] = [plain('subscribed'), plain('pending')];
  const field = { path, before, after, secret: false, moved: 'manifest', at: base.at } as const;
  const update: Change = {
    ...base,
    address,
    verb: 'update',
    impact: 'interrupts',
    reasons: ['paused while its mappings are written'],
    fields: [field],
  };
  const create: Change = {
    ...base,
    address: toCycleAddress(name, 'orders-to-files'),
    verb: 'create',
    impact: 'in-place',
    origin: 'template "Orders to Files"',
    reasons: ['runs every 15m'],
    fields: [{ ...field, before: plain(null), moved: 'new' }],
  };
  const deleted: Change = {
    ...base,
    address: toCycleAddress(name, 'nightly-export'),
    verb: 'delete',
    impact: 'destroys',
    reasons: ['its entry is gone from accounts/*.yaml'],
    remoteId: '1',
  };
  const all = [update, create, deleted];
  return all.slice(0, 1 + Math.floor(draw() * draw() * 3));
}
