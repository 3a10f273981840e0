import type { State } from '../../state/state.ts';
import { toServiceTime } from '../../world/clock.ts';
import { icon } from '../catalog/to-connector-json.ts';
import { findInstalled } from '../connectors/find-installed.ts';
import { readReleaseOf } from '../connectors/to-installed-json.ts';
import type { CycleRow } from './cycle-row.ts';
import { countInProgress } from './resolve-cycle.ts';

/** LastSuccessfulRunDate of a cycle that never ran; without a Z (SERVICE A.5 [D]). */
const never = '0001-01-01T00:00:00';

/**
 * A cycle (SPEC 2.7, SERVICE A.5 [D][T]), by default without icons. A choice decides if it shows
 * its schedule.
 */
export function toCycleJson(state: State, row: CycleRow, hasIcons = false): unknown {
  return {
    Id: row.id,
    CreatedOnUtc: toServiceTime(row.createdAtMs),
    Name: row.name,
    Description: row.description,
    Status: row.status,
    Tags: row.tags,
    TemplateId: row.templateId,
    Shareable: row.shareable,
    StepErrorAction: row.stepErrorAction,
    LogStepDataRequests: row.logStepDataRequests,
    CollectionSplitType: row.collectionSplitType,
    StepDataSuccessRetentionHours: row.successRetentionHours,
    StepDataErroredRetentionHours: row.erroredRetentionHours,
    TasksUsed: row.tasksUsed,
    ErrorCount: row.incidents.errors,
    WarningCount: row.incidents.warnings,
    InProgressTransactionCount: countInProgress(row),
    LastSuccessfulRunDate:
      row.lastSuccessfulRunMs === null ? never : toServiceTime(row.lastSuccessfulRunMs),
    Connectors: toConnectorsJson(state, row, hasIcons),
    ...(state.choices.scheduleReadable === 'yes' ? toScheduleJson(row) : {}),
  };
}

function toConnectorsJson(state: State, row: CycleRow, hasIcons: boolean): readonly unknown[] {
  const used = row.bindings.map((each) => each.accountConnectorId);
  return [...new Set(used)].flatMap((id) => {
    const installed = id === null ? undefined : findInstalled(state, row.accountId, id);
    if (installed === undefined) {
      return [];
    }
    const release = readReleaseOf(state, installed);
    return [
      {
        Id: release.id,
        AccountConnectorId: installed.id,
        Name: release.name,
        Version: release.version,
        Authenticated: installed.isAuthenticated,
        StepCount: used.filter((each) => each === id).length,
        Icon: hasIcons ? icon : null,
      },
    ];
  });
}

function toScheduleJson({ activation }: CycleRow): Readonly<Record<string, unknown>> {
  return {
    StartTime: activation === null ? null : toServiceTime(activation.startAtMs),
    Interval: activation?.intervalMinutes ?? null,
    RunOnce: activation?.runOnce ?? false,
  };
}
