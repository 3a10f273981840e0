import { findIntervalName, type Schedule } from '../model/desired/schedule.ts';
import { type Answer, isMissing } from '../model/diagnostic/api-failure.ts';
import type { LiveCycle, LiveEdge, LiveVariable, Prerequisite } from '../model/live/live.ts';
import type { CycleRef, ServiceReader, ServiceWriter } from '../model/ports.ts';
import {
  readFlag,
  readId,
  readInt,
  readList,
  readOptionalId,
  readOptionalInt,
  readOptionalScalar,
  readOptionalText,
  readText,
  readTexts,
  type Wire,
} from '../wire/shape.ts';
import { type Call, type Client, toNullable, toPath } from './http/client.ts';
import { listPages, listWhole } from './http/list-pages.ts';

/** A cycle whose deletion waits is gone for us (SERVICE A.5, H). */
const deletedStatus = 'DeleteScheduled';

/** Reads of cycles and of what belongs to them, but for steps (SPEC 4.6; SERVICE A.5). */
export function makeCycleReader(
  client: Client,
): Pick<
  ServiceReader,
  | 'listCycles'
  | 'listUpgradeable'
  | 'readCycle'
  | 'listEdges'
  | 'listVariables'
  | 'listPrerequisites'
> {
  const at = (account: string, cycle: string, part: string) => ({
    path: toPath('cycles', cycle, part),
    account,
  });
  return {
    listCycles: async (account) =>
      dropDeleted(await listPages(client, { path: '/cycles', account }, readCycle)),
    // No source names a parameter of it (SERVICE A.5 [T]): it is asked for in one piece.
    listUpgradeable: async (account) =>
      dropDeleted(await listWhole(client, { path: '/cycles/upgradeable', account }, readCycle)),
    readCycle: async (account, id) => {
      const path = toPath('cycles', id);
      const call: Call = { method: 'GET', path, account, repeat: 'safe' };
      const answer = toNullable(await client.ask(call, readCycle));
      return answer.ok && answer.value?.status === deletedStatus
        ? { ok: true, value: null }
        : answer;
    },
    listEdges: (account, cycle) => listWhole(client, at(account, cycle, 'edges'), readEdge),
    listVariables: (account, cycle) =>
      listWhole(client, at(account, cycle, 'variables'), readVariable),
    listPrerequisites: (account, cycle) => listPrerequisites(client, { account, cycle }),
  };
}

/** Code of a step that lacks mappings; which of them its own list says (SERVICE L [Q3]). */
const mappingMissing = 30;

/**
 * What a cycle lacks, down to parameters and fields: a step that the cycle's list names is asked for them, one request
 * for each. A list that names them itself, as clients were told before, needs none.
 */
async function listPrerequisites(
  client: Client,
  { account, cycle }: CycleRef,
): Promise<Answer<readonly Prerequisite[]>> {
  const read = (path: string) => listWhole(client, { path, account }, readPrerequisite);
  const listed = await read(toPath('cycles', cycle, 'prerequisites'));
  if (!listed.ok) return listed;
  const all: Prerequisite[] = [];
  for (const item of listed.value) {
    const { code, objectId } = item;
    const own =
      code === mappingMissing ? await read(toPath('steps', objectId, 'prerequisites')) : null;
    if (own?.ok === false && !isMissing(own.failure)) return own;
    const named = own?.ok === true ? own.value.filter((each) => !isAmong(listed.value, each)) : [];
    // Of a step that does not say more its name is all that is known.
    all.push(...(named.length === 0 ? [item] : named.map((each) => ({ ...each, step: objectId }))));
  }
  return { ok: true, value: all };
}

function isAmong(listed: readonly Prerequisite[], { code, objectId }: Prerequisite): boolean {
  return listed.some((each) => each.code === code && each.objectId === objectId);
}

function dropDeleted(answer: Answer<readonly LiveCycle[]>): Answer<readonly LiveCycle[]> {
  if (!answer.ok) return answer;
  return { ok: true, value: answer.value.filter(({ status }) => status !== deletedStatus) };
}

/** Writes of cycles (SPEC 4.6; SERVICE A.5 [T]). */
export function makeCycleWriter(
  client: Client,
): Pick<
  ServiceWriter,
  'updateCycle' | 'deleteCycle' | 'activateCycle' | 'deactivateCycle' | 'writeVariables'
> {
  return {
    updateCycle: (account, id, write) =>
      client.write({
        ...makeCall({ account, cycle: id }),
        body: {
          Name: write.name,
          Description: write.description,
          Tags: write.tags,
          StepDataSuccessRetentionHours: write.successHours,
          StepDataErroredRetentionHours: write.erroredHours,
        },
      }),
    deleteCycle: async (account, id) =>
      toNullable(await client.write({ ...makeCall({ account, cycle: id }), method: 'DELETE' })),
    // Check-first: sent twice it could start a cycle again that ran once and ended in between.
    activateCycle: (account, id, activation) =>
      client.write({
        ...makeCall({ account, cycle: id }, 'activate'),
        body: {
          StartTime: activation.startTime,
          Interval: activation.intervalMinutes,
          RunOnce: activation.runOnce,
        },
        repeat: 'never',
      }),
    // A stopped cycle may be stopped again (SERVICE A.5 [T]).
    deactivateCycle: (account, id) =>
      client.write({
        ...makeCall({ account, cycle: id }, 'deactivate'),
        query: { finishQueuedTransactions: 'true' },
        body: {},
      }),
    writeVariables: (at, values) =>
      client.write({
        ...makeCall(at, 'variables'),
        method: 'PATCH',
        body: values.map(({ displayName, systemName, value }) => ({
          DisplayName: displayName,
          SystemName: systemName,
          Value: value,
        })),
      }),
  };
}

function makeCall(at: CycleRef, ...rest: readonly string[]): Call {
  return {
    method: 'PUT',
    path: toPath('cycles', at.cycle, ...rest),
    account: at.account,
    repeat: 'safe',
  };
}

/** A cycle as it is listed, read alone, or answered by an install (SERVICE A.5, I.20). */
export function readCycle(wire: Wire): LiveCycle {
  const unlistedMinutes = readUnlisted(wire);
  const lastSuccess = readDate(wire, 'LastSuccessfulRunDate');
  return {
    id: readId(wire, 'Id'),
    name: readText(wire, 'Name'),
    description: readOptionalText(wire, 'Description'),
    status: readText(wire, 'Status'),
    tags: readTexts(wire, 'Tags'),
    templateId: readOptionalId(wire, 'TemplateId'),
    successHours: readOptionalInt(wire, 'StepDataSuccessRetentionHours'),
    erroredHours: readOptionalInt(wire, 'StepDataErroredRetentionHours'),
    errorCount: readOptionalInt(wire, 'ErrorCount') ?? 0,
    warningCount: readOptionalInt(wire, 'WarningCount') ?? 0,
    inProgressCount: readOptionalInt(wire, 'InProgressTransactionCount') ?? 0,
    hasRun: lastSuccess !== null,
    ...(readOptionalText(wire, 'LastSuccessfulRunDate') === null ? {} : { lastSuccess }),
    schedule: readSchedule(wire),
    ...(unlistedMinutes === null ? {} : { unlistedMinutes }),
    connectors: readList(wire, 'Connectors').map((connector) => ({
      id: readId(connector, 'AccountConnectorId'),
      authenticated: readFlag(connector, 'Authenticated'),
    })),
  };
}

/** No public sample shows a schedule on a read (SERVICE I.1); where the service does show it, it is taken. */
function readSchedule(wire: Wire): Schedule | null {
  const startAt = readDate(wire, 'StartTime');
  if (readFlag(wire, 'RunOnce')) return startAt === null ? null : { kind: 'once', at: startAt };
  const every = findIntervalName(readOptionalInt(wire, 'Interval') ?? 0);
  if (every === null) return null;
  return startAt === null ? { kind: 'every', every } : { kind: 'every', every, startAt };
}

/** An interval that the list does not have; whether the service takes one is open (SERVICE I.24). */
function readUnlisted(wire: Wire): number | null {
  const minutes = readOptionalInt(wire, 'Interval') ?? 0;
  return minutes > 0 && !readFlag(wire, 'RunOnce') && findIntervalName(minutes) === null
    ? minutes
    : null;
}

/**
 * An ISO UTC time; null when it was never. The service writes *never* as 0001-01-01T00:00:00 or
 * 1970-01-01T00:00:00Z, and leaves the Z out at times (SERVICE C, dates out).
 */
function readDate(wire: Wire, name: string): string | null {
  const text = readOptionalText(wire, name);
  if (text === null || text === '' || /^(?:0001|1970)-01-01T00:00:00/.test(text)) return null;
  const time = Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? null : new Date(time).toISOString().replace('.000Z', 'Z');
}

function readEdge(wire: Wire): LiveEdge {
  return { tail: readId(wire, 'TailStepId'), head: readId(wire, 'HeadStepId') };
}

function readVariable(wire: Wire): LiveVariable {
  return {
    systemName: readText(wire, 'SystemName'),
    displayName: readText(wire, 'DisplayName'),
    value: readOptionalScalar(wire, 'Value'),
  };
}

function readPrerequisite(wire: Wire): Prerequisite {
  return {
    code: readInt(wire, 'ReasonCode'),
    reason: readOptionalText(wire, 'Reason') ?? '',
    objectType: readOptionalText(wire, 'ObjectType') ?? '',
    objectId: readOptionalId(wire, 'ObjectId') ?? '',
  };
}
