import type { Address } from '../../../src/model/address.ts';
import type { WrittenCycle } from '../../../src/model/manifest/manifest.generated.ts';
import { type Caller, put } from '../../emulator/support/start-emulator.ts';
import { type DumpedAccount, type DumpedCycle, labelDumped } from '../console/dumped.ts';
import { type Touch, toConsoleName } from '../console/touch.ts';

type Place = {
  readonly caller: Caller;
  readonly account: DumpedAccount;
  readonly live: DumpedCycle;
  readonly address: Address;
  readonly written: WrittenCycle;
};

/** Possible console changes of a cycle. A running one is stopped and restarted for them. */
export function listCycleTouches(place: Place): Touch[] {
  const { live, written } = place;
  const path = `/cycles/${live.id}`;
  const hours =
    written.retention === null ? { successHours: null, erroredHours: null } : written.retention;
  const own = (field: string, body: Record<string, unknown>): Touch =>
    touch(place, field, { path, body });
  return [
    own('displayName', { Name: toConsoleName(live.name) }),
    ...(written.description === undefined ? [] : [own('description', { Description: 'by hand' })]),
    ...(written.tags === undefined ? [] : [own('tags', { Tags: [...live.tags, 'by hand'] })]),
    ...(hours?.successHours === undefined
      ? []
      : [own('retention/successHours', { StepDataSuccessRetentionHours: 77 })]),
    ...(hours?.erroredHours === undefined
      ? []
      : [own('retention/erroredHours', { StepDataErroredRetentionHours: 78 })]),
    ...listSettingTouches(written, live).map(([field, body]) => own(field, body)),
    ...listSlotTouches(place),
    ...listVariableTouches(place),
    ...listMappingTouches(place),
    ...listActivityTouches(place),
  ];
}

// Another value than the one that is there.
function listSettingTouches(
  written: WrittenCycle,
  live: DumpedCycle,
): (readonly [string, Record<string, unknown>])[] {
  const { stepErrorAction, collectionSplitType, logStepDataRequests, shareable } = live;
  const all = {
    errorAction: { StepErrorAction: stepErrorAction === 'Retry' ? 'Ignore' : 'Retry' },
    collectionSplit: { CollectionSplitType: collectionSplitType === 'First' ? 'None' : 'First' },
    logRequests: { LogStepDataRequests: !logStepDataRequests },
    shareable: { Shareable: !shareable },
  };
  return Object.entries(all).filter(([name]) => written[name as keyof typeof all] !== undefined);
}

function touch(
  place: Place,
  field: string,
  request: { readonly path: string; readonly body: unknown },
): Touch {
  return {
    address: place.address,
    path: field,
    make: () =>
      whileStopped(place, async () => {
        const answer = await put(place.caller, request.path, request.body);
        return answer.status === 200;
      }),
  };
}

/** Does work on a cycle while it is stopped, and starts it again as it ran. */
export async function whileStopped(
  { caller, live }: Pick<Place, 'caller' | 'live'>,
  work: () => Promise<boolean>,
): Promise<boolean> {
  const isActive = live.status === 'Active';
  if (isActive) await put(caller, `/cycles/${live.id}/deactivate?finishQueuedTransactions=true`);
  const isDone = await work();
  if (isActive) await put(caller, `/cycles/${live.id}/activate`, toActivation(live));
  return isDone;
}

function toActivation(live: DumpedCycle): Record<string, unknown> {
  const { activation } = live;
  if (activation === null) return {};
  return {
    StartTime: new Date(activation.startAtMs).toISOString(),
    ...(activation.intervalMinutes === null ? {} : { Interval: activation.intervalMinutes }),
    RunOnce: activation.runOnce,
  };
}

function listSlotTouches(place: Place): Touch[] {
  const { account, live, written } = place;
  return Object.keys(written.connectors ?? {}).flatMap((slot): Touch[] => {
    const kind = slot.replace(/#\d+$/, '');
    const step = live.steps.find((each) => each.connector === kind);
    const binding = live.bindings.find((each) => each.stepId === step?.id);
    const kindOf = new Map(account.connectors.map(({ id, connectorId }) => [id, connectorId]));
    const other = account.connectors.find(
      ({ id, connectorId }) =>
        id !== binding?.accountConnectorId &&
        connectorId === kindOf.get(binding?.accountConnectorId ?? 0),
    );
    if (slot !== kind || step === undefined || other === undefined) return [];
    const path = `/cycles/${live.id}/steps/${step.id}`;
    return [
      touch(place, `connectors/${slot}`, { path, body: { AccountConnector: { Id: other.id } } }),
    ];
  });
}

function listVariableTouches(place: Place): Touch[] {
  return Object.keys(place.written.variables ?? {}).flatMap((name): Touch[] => {
    const variable = place.live.variables.find((each) => each.displayName === name);
    if (variable === undefined) return [];
    const path = `/cycles/${place.live.id}/variables/${variable.systemName}`;
    return [touch(place, `variables/${name}`, { path, body: { Value: 'by hand' } })];
  });
}

function listMappingTouches(place: Place): Touch[] {
  const steps = labelDumped(place.live);
  const slots = [
    ['parameters', 'parameters'],
    ['fields', 'fieldmappings'],
  ] as const;
  return Object.entries(place.written.steps ?? {}).flatMap(([label, parts]) =>
    slots.flatMap(([slot, section]) => [
      ...Object.keys(parts[slot] ?? {}).flatMap((name): Touch[] => {
        const step = steps.get(label);
        const item = step?.method[slot].find((each) => each.key === name);
        if (step === undefined || item === undefined) return [];
        const path = `/steps/${step.id}/${section}/${item.id}`;
        const field = ['steps', label, slot, name].map(toSegment).join('/');
        return [
          touch(place, field, { path, body: { MappingType: 'StaticValue', Value: 'by hand' } }),
        ];
      }),
      ...Object.keys(parts.launchVisible?.[slot] ?? {}).flatMap((name): Touch[] => {
        const step = steps.get(label);
        const item = step?.method[slot].find((each) => each.key === name);
        if (step === undefined || item === undefined) return [];
        const path = `/steps/${step.id}/${section}/${item.id}`;
        const field = ['steps', label, 'launchVisible', slot, name].map(toSegment).join('/');
        const isVisible = step.mappings[item.id]?.isLaunchVisible ?? false;
        return [touch(place, field, { path, body: { IsLaunchVisible: !isVisible } })];
      }),
    ]),
  );
}

function toSegment(name: string): string {
  return name.replaceAll('%', '%25').replaceAll('/', '%2F');
}

// A stopped cycle is started only as it ran before: what never ran may lack something.
function listActivityTouches(place: Place): Touch[] {
  const { address, caller, live, written } = place;
  if (written.state === undefined) return [];
  const path = `/cycles/${live.id}`;
  const state: Touch = {
    address,
    path: 'state',
    make: async () => {
      const answer =
        live.status === 'Active'
          ? await put(caller, `${path}/deactivate`, {})
          : await put(caller, `${path}/activate`, toActivation(live));
      return answer.status === 200;
    },
  };
  const isEvery = live.activation !== null && live.activation.intervalMinutes !== null;
  const schedule: Touch = {
    address,
    path: 'schedule',
    make: async () => {
      const body = { ...toActivation(live), Interval: 480 };
      return (await put(caller, `${path}/activate`, body)).status === 200;
    },
  };
  const isRunning = live.status === 'Active';
  return [
    ...(live.activation === null ? [] : [state]),
    ...(isRunning && isEvery && written.schedule !== undefined ? [schedule] : []),
  ];
}
