import { findIntervalName, type LiveSchedule } from '../model/desired/schedule.ts';
import { type Answer, isMissing } from '../model/diagnostic/api-failure.ts';
import type { LiveCycle, LiveEdge, LiveVariable, Prerequisite } from '../model/live/live.ts';
import type { CycleRef, ServiceReader, ServiceWriter } from '../model/ports.ts';
import {
  readDate,
  readFlag,
  readId,
  readInt,
  readList,
  readOptionalFlag,
  readOptionalId,
  readOptionalInt,
  readOptionalScalar,
  readOptionalText,
  readText,
  readTexts,
  type Wire,
} from '../wire/shape.ts';
import { readVersion } from './catalog.ts';
import { type Call, type Client, toNullable, toPath } from './http/client.ts';
import { listPages, listWhole } from './http/list-pages.ts';

/** A cycle in DeleteScheduled counts as deleted (SERVICE A.5, H). */
const deletedStatus = 'DeleteScheduled';

/** Reads cycles and their parts, except steps (SPEC 4.6; SERVICE A.5). */
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
      dropDeleted(
        await listPages(client, { path: '/cycles', account }, (wire) =>
          readCycle(client.noteMembers('cycle', wire)),
        ),
      ),
    // Read as one list because no source names its parameters (SERVICE A.5 [T]).
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
    listEdges: (account, cycle) =>
      listWhole(client, at(account, cycle, 'edges'), (wire) =>
        readEdge(client.noteMembers('edge', wire)),
      ),
    listVariables: (account, cycle) =>
      listWhole(client, at(account, cycle, 'variables'), (wire) =>
        readVariable(client.noteMembers('variable', wire)),
      ),
    listPrerequisites: (account, cycle) => listPrerequisites(client, { account, cycle }),
  };
}

/** Code of a step without mappings; the list of the step names the fields (SERVICE L [Q3]). */
const mappingMissing = 30;

/**
 * Prerequisites of a cycle, down to parameters and fields. Asks each step that the list names, one
 * request for each, unless the list names the fields itself, as older sources say.
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
    // A step without details is known by name alone.
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

/** Writes cycles (SPEC 4.6; SERVICE A.5 [T]). */
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
          StepErrorAction: write.errorAction,
          CollectionSplitType: write.collectionSplit,
          LogStepDataRequests: write.logRequests,
          Shareable: write.shareable,
        },
      }),
    deleteCycle: async (account, id) =>
      toNullable(await client.write({ ...makeCall({ account, cycle: id }), method: 'DELETE' })),
    // Check first, because a second request could restart a cycle that ran once and ended.
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
    // A paused cycle can be stopped again (SERVICE A.5 [T]).
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

/** A cycle from a list, a single read, or the answer of an install (SERVICE A.5, I.20). */
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
    errorAction: readOptionalText(wire, 'StepErrorAction'),
    collectionSplit: readOptionalText(wire, 'CollectionSplitType'),
    logRequests: readOptionalFlag(wire, 'LogStepDataRequests'),
    shareable: readOptionalFlag(wire, 'Shareable'),
    errorCount: readOptionalInt(wire, 'ErrorCount') ?? 0,
    warningCount: readOptionalInt(wire, 'WarningCount') ?? 0,
    inProgressCount: readOptionalInt(wire, 'InProgressTransactionCount') ?? 0,
    hasRun: lastSuccess !== null,
    ...(readOptionalText(wire, 'LastSuccessfulRunDate') === null ? {} : { lastSuccess }),
    schedule: readSchedule(wire),
    ...(unlistedMinutes === null ? {} : { unlistedMinutes }),
    connectors: readList(wire, 'Connectors').map(readUsed),
  };
}

function readUsed(wire: Wire): LiveCycle['connectors'][number] {
  const name = readOptionalText(wire, 'Name');
  return {
    id: readId(wire, 'AccountConnectorId'),
    authenticated: readFlag(wire, 'Authenticated'),
    ...(name === null
      ? {}
      : { release: { id: readOptionalId(wire, 'Id'), name, version: readVersion(wire) } }),
  };
}

/** LiveSchedule of a read, if the service shows one: no public sample does (SERVICE I.1). */
function readSchedule(wire: Wire): LiveSchedule | null {
  const startAt = readDate(wire, 'StartTime');
  if (readFlag(wire, 'RunOnce')) return startAt === null ? null : { kind: 'once', at: startAt };
  const every = findIntervalName(readOptionalInt(wire, 'Interval') ?? 0);
  if (every === null) return null;
  return startAt === null ? { kind: 'every', every } : { kind: 'every', every, startAt };
}

/** An interval that is not on the list; whether the service accepts one is open (SERVICE I.24). */
function readUnlisted(wire: Wire): number | null {
  const minutes = readOptionalInt(wire, 'Interval') ?? 0;
  return minutes > 0 && !readFlag(wire, 'RunOnce') && findIntervalName(minutes) === null
    ? minutes
    : null;
}

function readEdge(wire: Wire): LiveEdge {
  return {
    tail: readId(wire, 'TailStepId'),
    head: readId(wire, 'HeadStepId'),
    type: readOptionalScalar(wire, 'EdgeType'),
  };
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
