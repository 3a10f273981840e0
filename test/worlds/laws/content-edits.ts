import { hasContents } from '../../../src/model/observed/contents.ts';
import type { ObjectRecord } from '../../../src/model/state/account-state.ts';
import { put } from '../../emulator/support/start-emulator.ts';
import { type DumpedCycle, type DumpedStep, labelDumped } from '../console/dumped.ts';
import { toSegment } from './live-facts.ts';
import type { MemberEdit, Room } from './member-edits.ts';

/** Edits by hand inside a cycle that was looked at whole. */
export function listContentEdits(
  record: ObjectRecord,
  live: DumpedCycle,
  room: Room,
): MemberEdit[] {
  if (!hasContents(record)) return [];
  const { caller, text } = room;
  const path = `/cycles/${live.id}`;
  const edit = (
    row: string,
    field: string,
    make: () => Promise<{ status: number }>,
  ): MemberEdit => ({
    address: record.address,
    row: `cycle ${row}`,
    path: field,
    isAtRest: true,
    make: async () => (await make()).status === 200,
  });
  const variables = live.variables.map(({ displayName, systemName }) =>
    edit('variables/*', `variables/${toSegment(displayName)}`, () =>
      put(caller, `${path}/variables/${systemName}`, { Value: text }),
    ),
  );
  const added = edit('variables', 'variables', () =>
    caller.call('POST', `/v1.0${path}/variables`, { DisplayName: text, Value: text }),
  );
  return [
    ...variables,
    added,
    ...[...labelDumped(live)].flatMap(([label, step]) =>
      listStepEdits({ record, live, room, label, step, edit }),
    ),
  ];
}

type StepEdit = {
  readonly record: ObjectRecord;
  readonly live: DumpedCycle;
  readonly room: Room;
  readonly label: string;
  readonly step: DumpedStep;
  readonly edit: (
    row: string,
    field: string,
    make: () => Promise<{ status: number }>,
  ) => MemberEdit;
};

function listStepEdits({ record, live, room, label, step, edit }: StepEdit): MemberEdit[] {
  const { caller, account, text } = room;
  const at = `steps/${toSegment(label)}`;
  const own = `/cycles/${live.id}/steps/${step.id}`;
  const bound = live.bindings.find(({ stepId }) => stepId === step.id)?.accountConnectorId;
  const release = account.connectors.find(({ id }) => id === bound)?.connectorId;
  // With one that is not signed in, no plan could start the cycle again.
  const other = account.connectors.find(
    ({ id, connectorId, isAuthenticated }) =>
      id !== bound && connectorId === release && isAuthenticated,
  );
  const isSlotManaged = Object.keys(record.applied).some((path) => path.startsWith('connectors/'));
  const slots = [
    ['parameters', 'parameters', step.method.parameters],
    ['fields', 'fieldmappings', step.method.fields],
  ] as const;
  return [
    edit('steps/*/description', `${at}/description`, () => put(caller, own, { Description: text })),
    ...(other === undefined || isSlotManaged
      ? []
      : [
          edit('steps/*/connector', `${at}/connector`, () =>
            put(caller, own, { AccountConnector: { Id: other.id } }),
          ),
        ]),
    ...slots.flatMap(([slot, section, items]) =>
      items.flatMap(({ id, key, isOptional }) => [
        edit('steps/*/*/*', `${at}/${slot}/${toSegment(key)}`, () =>
          put(
            caller,
            `/steps/${step.id}/${section}/${id}`,
            toMapping({ live, room, step, id, isOptional }),
          ),
        ),
        edit('steps/*/launchVisible/*/*', `${at}/launchVisible/${slot}/${toSegment(key)}`, () =>
          put(caller, `/steps/${step.id}/${section}/${id}`, {
            IsLaunchVisible: step.mappings[id]?.isLaunchVisible !== true,
          }),
        ),
      ]),
    ),
  ];
}

// Of each kind in turn, if the cycle has what it needs. Without a required value it could not start.
function toMapping({
  live,
  room: { text, hours },
  step,
  id,
  isOptional,
}: Pick<StepEdit, 'live' | 'room' | 'step'> & {
  readonly id: number;
  readonly isOptional: boolean;
}): Record<string, unknown> {
  const at = live.steps.indexOf(step);
  const source = live.steps.slice(0, at).find(({ method }) => method.responseFields.length > 0);
  const [field] = source?.method.responseFields ?? [];
  const variable = live.variables.find(({ value }) => isOptional || (value ?? '') !== '');
  const kinds = [
    { MappingType: 'StaticValue', Value: text },
    { MappingType: 'Lookup', TriggerValue: text, TriggerValueDisplayName: `label of ${text}` },
    ...(isOptional ? [{ MappingType: 'Ignore' }] : []),
    { MappingType: 'Lookup', TriggerValue: text, TriggerValueDisplayName: `label of ${text}` },
    ...(variable === undefined ? [] : [{ MappingType: 'Variable', Value: variable.systemName }]),
    ...(source === undefined || field === undefined
      ? []
      : [{ MappingType: 'PreviousStep', SourceStepId: source.id, SourceFieldId: field.id }]),
  ];
  return kinds[(hours + id) % kinds.length] ?? {};
}
